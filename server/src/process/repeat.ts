/**
 * Does `work` at once and every `everyMs`, never twice at a time: a turn that is still busy takes the next one's place.
 * Failures go to `report`, and the next turn comes all the same. Answers what ends it, once the turn under way is over.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const turn = () => {
    underWay ??= work()
      .catch(report)
      .finally(() => (underWay = null));
  };
  turn();
  const timer = setInterval(turn, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
