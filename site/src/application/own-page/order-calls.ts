import type { Act, Answer, Procedure } from './my-application.ts';

/** Procedures that leave the application unchanged. They run at once. */
const reads: readonly Procedure[] = ['', 'download'];

/**
 * Wraps the calls of a page whose answers each contain the whole application. Actions run one at a time, in the order
 * of the presses. `show` gets every answer that opens or closes the page, except a read that something newer overtook.
 */
export function orderCalls(call: Act, show: (answer: Answer) => void): Act {
  let begun = 0;
  let shown = 0;
  let lastAction: Promise<unknown> = Promise.resolve();
  return async (procedure, parameters) => {
    const number = (begun += 1);
    const isRead = reads.includes(procedure);
    const calling = isRead ? call(procedure, parameters) : lastAction.then(() => call(procedure, parameters));
    if (!isRead) lastAction = calling;
    const answer = await calling;
    // A failed call leaves the page unchanged. Its own place reports it.
    const isShowable = answer.kind === 'answered' || answer.kind === 'unknown';
    if (!isShowable || (isRead && number <= shown)) return answer;
    // The server may have answered any read that has begun by now before it ran the action.
    shown = isRead ? number : begun;
    show(answer);
    return answer;
  };
}
