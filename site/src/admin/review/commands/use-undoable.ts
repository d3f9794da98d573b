import { useCallback } from 'react';
import type { Toast } from '../../../ui/toast/toast.ts';
import { useWords } from '../words.tsx';
import { useUndoStack } from './CommandsProvider.tsx';

/**
 * A notice's action that takes a change back. The key that undoes does the same, also when the notice is gone.
 * `chosenAt`: when the change was chosen, in milliseconds as `performance.now` counts them; `about`: the application.
 */
export function useUndoable() {
  const { undo } = useWords();
  const undos = useUndoStack();
  return useCallback(
    (run: () => void | Promise<void>, chosenAt?: number, about?: string): NonNullable<Toast['action']> => ({
      label: undo.label,
      run: undos.offer(run, chosenAt, about),
    }),
    [undo, undos],
  );
}
