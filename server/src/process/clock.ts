/** Time and randomness, passed in so that rules stay pure and tests can stop the clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
