import { useCallback, useEffect, useState, type RefObject } from 'react';
import { type Closed, readIntake } from './intake.ts';

/**
 * Whether applications are closed, asked when the form comes to life and whenever its dialog opens: the pages are built
 * beforehand and cannot know. The form stands at once and does not wait for the answer; `ask` asks again.
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
