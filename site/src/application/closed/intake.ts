import { useCallback, useEffect, useState, type RefObject } from 'react';
import { ask, outcomeOf } from '../outcome.ts';

/** Applications are closed until midnight of the day `opensOn` (YYYY-MM-DD) in `zone`, or without a day. */
export interface Closed {
  readonly opensOn: string | null;
  readonly zone?: string | undefined;
}

/**
 * Returns the closing, or null while applications are open. Without an answer they count as open, and the form is
 * shown.
 */
export async function readIntake(): Promise<Closed | null> {
  const { closed, opens_on: day, time_zone: zone } = await ask('intake_state', {});
  if (closed !== true) return null;
  return typeof day === 'string' ? { opensOn: day, zone: String(zone) } : { opensOn: null };
}

/** Leaves an address for the opening's mail. Every address gets the same answer. Never throws. */
export const askForOpening = (email: string) =>
  outcomeOf('request_opening_mail', { email }, ['asked', 'invalid', 'open']);

/** Confirms the address that a mailed link names. Never throws. */
export async function confirmOpening(request: string): Promise<'confirmed' | 'open' | 'unknown' | 'failed'> {
  const outcome = await outcomeOf('confirm_opening_request', { request }, ['confirmed', 'open', 'unknown']);
  return typeof outcome === 'string' ? outcome : 'failed';
}

/**
 * Reads if applications are closed when the form is hydrated and whenever its dialog opens, because built pages
 * cannot know. The form does not wait for the answer. `onClosed` reads again after it was refused because of that.
 */
export function useIntake(dialog: RefObject<HTMLDialogElement | null>) {
  const [closed, setClosed] = useState<Closed | null>(null);
  const [isSent, setSent] = useState(false);
  const refresh = useCallback(() => readIntake().then(setClosed), []);
  useEffect(() => {
    void refresh();
    const host = dialog.current;
    const onToggle = (event: ToggleEvent) => event.newState === 'open' && void refresh();
    host?.addEventListener('toggle', onToggle);
    return () => host?.removeEventListener('toggle', onToggle);
  }, [refresh, dialog]);
  const onClosed = async () => {
    setSent(true);
    await refresh();
    dialog.current?.scrollTo(0, 0);
  };
  return { closed, isSent, onClosed };
}
