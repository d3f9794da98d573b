import type { Row, Status } from '../../kernel/data/shapes/row.ts';

/** Statuses that the applicant is told (`private.is_decision` in the database). */
const decisions: ReadonlySet<Status> = new Set(['interview', 'accepted', 'declined']);

/** Returns true if a move there mails the applicant by default. */
export const isDecision = (to: Status): boolean => decisions.has(to);

/** Returns why this address gets no automatic mail, or null. */
export const unreached = (row: Row): 'unconfirmed' | 'bounced' | null =>
  row.email_bounced_at ? 'bounced' : row.email_confirmed_at ? null : 'unconfirmed';

/** Returns the mail of a move without a dialog, the status's template or none. The database fills in its words. */
export const mailOfMove = (row: Row, to: Status): { readonly template: true } | null =>
  isDecision(to) && unreached(row) === null ? { template: true } : null;
