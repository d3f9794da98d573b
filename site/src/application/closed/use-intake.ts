import { useCallback, useEffect, useState, type RefObject } from 'react';
import { type Closed, readIntake } from './intake.ts';

/**
 * Reads if applications are closed when the form is hydrated and whenever its dialog opens, because built pages
 * cannot know. The form does not wait for the answer. `ask` reads again.
 */
export function useIntake(dialog: RefObject<HTMLDialogElement | null>): [Closed | null, () => Promise<void>] {
  const [closed, setClosed] = useState<Closed | null>(null);
  const ask = useCallback(() => readIntake().then(setClosed), []);
  useEffect(() => {
    void ask();
    const host = dialog.current;
    const onToggle = (event: ToggleEvent) => event.newState === 'open' && void ask();
    host?.addEventListener('toggle', onToggle);
    return () => host?.removeEventListener('toggle', onToggle);
  }, [ask, dialog]);
  return [closed, ask];
}
