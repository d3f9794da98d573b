/**
 * Waits until at least this many milliseconds have passed since a moment of `performance.now()` that may move. A
 * browser's timer drops the fraction and may ring a millisecond early, hence the loop.
 */
export async function untilElapsed(least: number, since: () => number): Promise<void> {
  for (;;) {
    const rest = least - (performance.now() - since());
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
  }
}
