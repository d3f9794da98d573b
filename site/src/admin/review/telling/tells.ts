import type { Row, Status } from '../data/shapes/row.ts';

/** Statuses of which an applicant is to be told: `private.is_decision` in the database. */
const decisions: ReadonlySet<Status> = new Set(['interview', 'accepted', 'declined']);

/** Whether a move there mails the applicant unless one says no. */
export const isDecision = (to: Status): boolean => decisions.has(to);

/** Why no mail goes by itself to this address; null when one does. */
export const unreached = (row: Row): 'unconfirmed' | 'bounced' | null =>
  row.email_bounced_at ? 'bounced' : row.email_confirmed_at ? null : 'unconfirmed';

/** What is sent with a move that asks nothing: the mail of the status, or none. The database fills in its words. */
export const mailOfMove = (row: Row, to: Status): { readonly template: true } | null =>
  isDecision(to) && unreached(row) === null ? { template: true } : null;
