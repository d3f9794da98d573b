/**
 * Starts a beat of `milliseconds`; the returned function waits for its next full one, so that the time of an
 * answer tells little of the work behind it.
 */
export function pace(milliseconds: number): () => Promise<void> {
  const start = performance.now();
  return () => {
    const rest = milliseconds - ((performance.now() - start) % milliseconds);
    return new Promise((resolve) => setTimeout(resolve, rest));
  };
}
