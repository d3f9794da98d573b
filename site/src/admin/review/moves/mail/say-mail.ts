import type { ReviewCopy } from '../../../../content/admin/review.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { sayAppointment } from '../../kernel/format/time.tsx';
import { fill } from '../../kernel/words.tsx';
import { isDecision, unreached } from './mail-of-move.ts';
import type { Moved } from './queries.ts';

/** Mails that leave later than this leave on another day. */
const SOON_MS = 60_000;

/** The duration of a notice while its mail can still be stopped. */
export const STOPPABLE_MS = 30_000;

/** Returns true if a mail is sent within the minute. */
export const isSoon = (dueAt: string) => Date.parse(dueAt) - Date.now() < SOON_MS;

/** Returns the time of a mail in a sentence. */
export function sayLeaving(dueAt: string, { telling }: ReviewCopy): string {
  return isSoon(dueAt) ? telling.leavesSoon : fill(telling.leavesAt, { when: sayAppointment(dueAt) });
}

/** Returns a move's mail time, or why a decision is not mailed, or nothing for other moves. */
export function sayMail(row: Row, moved: Pick<Moved, 'mail_due_at'>, words: ReviewCopy): string | undefined {
  if (moved.mail_due_at) return sayLeaving(moved.mail_due_at, words);
  const reason = unreached(row);
  return isDecision(row.status) && reason ? words.telling[reason] : undefined;
}

/** Returns the mail server's failure in words, by the reply codes of RFC 5321 and RFC 3463. */
export function sayFailure(failure: string, { telling: { reasons } }: ReviewCopy): string {
  if (/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over quota/i.test(failure)) return reasons.full;
  if (/\b4\.\d{1,3}\.\d{1,3}\b|\b4[25]\d\b/.test(failure)) return reasons.later;
  return /\b5\d\d\b/.test(failure) ? reasons.refused : reasons.unknown;
}
