/** The seed of the run's random models. `npm test` prints it, and TEST_SEED repeats it. */
export const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** The steps of each random model. `npm test -- release` takes more. */
export const steps = Number(process.env['TEST_STEPS'] ?? 500);

/** Returns a function that makes the same numbers in [0, 1) for the same seed (mulberry32). */
export function randomOf(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
