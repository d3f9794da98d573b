import type { HistoryEvent } from '../../kernel/data/shapes/application.ts';

/** Actions of applicants that change the status, which is recorded next to them as a move without an author. */
const moves: ReadonlySet<unknown> = new Set(['withdrawn', 'withdrawal_undone', 'applied_again']);

const isMoveOfApplicant = (event: HistoryEvent | undefined) =>
  event?.kind === 'applicant' && moves.has(event.detail['action']);

/**
 * Returns the events without those that another line of the history says, namely the moves that an applicant's action
 * made, and the answers of `shownReplies`.
 */
export const shownEvents = (events: readonly HistoryEvent[], shownReplies: ReadonlySet<string>) =>
  events.filter(
    ({ kind, actor_email: email, detail }, place) =>
      !(kind === 'reply_added' && shownReplies.has(String(detail['reply']))) &&
      !(kind === 'moved' && email === null && [events[place - 1], events[place + 1]].some(isMoveOfApplicant)),
  );
