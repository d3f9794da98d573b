import { plural } from '@solostead/contract/plural';
import { statusFacts } from '@solostead/contract/statuses';
import { serverNow } from '#supabase/clock.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { formatAppointment } from '../../kernel/format/lab-time.ts';
import type { Moved } from './queries.ts';

/** Returns true if the applicant was not notified of the decision and no mail is about to. */
export const needsMail = (row: Row): boolean => row.promise === 'to_notify' && row.mail_due_at === null;

/** Returns why this address gets no automatic mail, or null. */
export const unreached = (row: Row): 'unconfirmed' | 'bounced' | null =>
  row.email_bounced_at ? 'bounced' : row.email_confirmed_at ? null : 'unconfirmed';

/** Returns the mail of a move without a dialog, the status's template or none. The database fills in its words. */
export const mailOfMove = (row: Row, to: Status): { readonly template: true } | null =>
  statusFacts[to].isAnswer && unreached(row) === null ? { template: true } : null;

/** Mails that leave later than this leave on another day. */
const LATER_MS = 11 * 60_000;

/** The duration of a notice while its mail can still be stopped. */
export const STOPPABLE_MS = 30_000;

/** Returns the delay of a mail that is held for five minutes while it is edited. */
export const delayOf = (leavesAt: string | null): 'soon' | 'morning' =>
  leavesAt && Date.parse(leavesAt) - serverNow() > LATER_MS ? 'morning' : 'soon';

/** Returns the time of the mail, or of `count` mails, in a sentence. */
export function describeLeaving(dueAt: string, zone: string, count?: number): string {
  const leaving =
    count === undefined ? 'The email goes out' : `${plural(count, 'email goes', 'emails go')} out`;
  const waitMs = Date.parse(dueAt) - serverNow();
  if (waitMs > LATER_MS) return `${leaving} ${formatAppointment(dueAt, zone)}.`;
  return waitMs > 2 * STOPPABLE_MS ? `${leaving} in 10 minutes.` : `${leaving} in 30 seconds.`;
}

/** Returns the time of a mail that waits for some of its time. */
export function describeWaiting(dueAt: string, zone: string): string {
  const waitMs = Date.parse(dueAt) - serverNow();
  if (waitMs > LATER_MS) return `The email goes out ${formatAppointment(dueAt, zone)}.`;
  return waitMs > 2 * STOPPABLE_MS
    ? 'The email goes out in a few minutes.'
    : 'The email goes out in a moment.';
}

const whyNoMail = {
  unconfirmed: 'No email: the address is not confirmed.',
  bounced: 'No email: the address bounced.',
};

/** Returns a move's mail time, or why a decision is not mailed, or nothing for other moves. */
export function describeMail(row: Row, moved: Pick<Moved, 'mail_due_at'>, zone: string): string | undefined {
  if (moved.mail_due_at) return describeLeaving(moved.mail_due_at, zone);
  const reason = unreached(row);
  return statusFacts[row.status].isAnswer && reason ? whyNoMail[reason] : undefined;
}
