/**
 * Runs `work` at once and every `everyMs`, never twice at a time. A busy run skips the next one. Failures go to
 * `report` and do not stop it. Returns the function that stops it, once the current run has ended.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, report: (error: unknown) => void) {
  let inProgress: Promise<unknown> | null = null;
  const turn = () => {
    inProgress ??= work()
      .catch(report)
      .finally(() => (inProgress = null));
  };
  turn();
  const timer = setInterval(turn, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await inProgress;
  };
}
