import { useState, type RefObject } from 'react';
import { call, callForOutcome } from '../applicant/calls.ts';
import { useReadOnOpen } from '../use-read-on-open.ts';

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
  const reply = await call('intake_state', {});
  if (reply.kind !== 'answered' || reply.data['closed'] !== true) return null;
  const { opens_on: day, time_zone: zone } = reply.data;
  return typeof day === 'string' ? { opensOn: day, zone: String(zone) } : { opensOn: null };
}

/** Confirms the address that a mailed link names. Never throws. */
export async function confirmOpening(secret: string) {
  const answer = await callForOutcome('confirm_opening_request', { link_secret: secret });
  const outcomes = ['confirmed', 'open', 'unknown'] as const;
  return outcomes.find((each) => answer.kind === 'answered' && each === answer.outcome) ?? 'failed';
}

/**
 * Reads if applications are closed whenever the dialog opens, because built pages cannot know. The form does not wait for the answer. `onClosed` reads again after it was refused because of that.
 */
export function useIntake(dialog: RefObject<HTMLDialogElement | null>) {
  const [closed, refresh] = useReadOnOpen(dialog, readIntake);
  const [isSent, setSent] = useState(false);
  const onClosed = async () => {
    setSent(true);
    await refresh();
    dialog.current?.scrollTo(0, 0);
  };
  return { closed, isSent, onClosed };
}
