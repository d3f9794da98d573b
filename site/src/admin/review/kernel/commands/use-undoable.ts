import { useCallback } from 'react';
import type { Toast } from '../../../../ui/toast/toast.ts';
import { useUndoStack } from './CommandsProvider.tsx';

/**
 * Returns a notice's undo action. The undo key does the same, also after the notice is gone. `chosenAt` is the time
 * of the change as in `performance.now`, `about` the application.
 */
export function useUndoable() {
  const undos = useUndoStack();
  return useCallback(
    (run: () => void | Promise<void>, chosenAt?: number, about?: string): NonNullable<Toast['action']> => ({
      label: 'Undo',
      run: undos.offer(run, chosenAt, about),
    }),
    [undos],
  );
}
