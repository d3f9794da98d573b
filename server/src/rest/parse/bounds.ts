/** Limits of a request, all levels together: more than clients use, and parsed in less than a millisecond. */
export const bounds = {
  parameters: 250,
  'selected items': 200,
  'embedded resources': 100,
  conditions: 200,
  'listed values': 2000,
  'sort keys': 50,
  /** Of paths into JSON values and to embedded resources. */
  steps: 500,
  columns: 500,
  keys: 500,
  'lines of CSV': 10_000,
  'fields of CSV': 100_000,
  preferences: 50,
  'media types': 50,
  /** Of the automata of regular expressions, as patternCost estimates them. */
  'steps of patterns': 5000,
} as const;

export type Bounded = keyof typeof bounds;

/** The bound as a refusal names it. */
export const atMost = (what: Bounded): string => `at most ${bounds[what]} ${what}`;

/** Counts what one request names. */
export class Tally {
  readonly #counts = new Map<Bounded, number>();

  /** Counts more and returns false if the limit is exceeded. */
  admits(what: Bounded, more = 1): boolean {
    const count = (this.#counts.get(what) ?? 0) + more;
    this.#counts.set(what, count);
    return count <= bounds[what];
  }
}

/** Returns true if `text` has more than `most` parts, without splitting it. */
export function hasMoreParts(text: string, separator: string, most: number): boolean {
  let parts = 1;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1))
    if (++parts > most) return true;
  return false;
}
