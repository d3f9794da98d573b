/** Sizes of the pieces that names are compared by, the larger first. */
const gramSizes = [3, 2];
/** Names that share the most pieces and are compared letter by letter. */
const CANDIDATES = 50;
/**
 * The least similarity of a hint, 0 to 1, as in PostgREST 14.6. A hint for a table or function that is less similar would name
 * relations to callers who may not know of them.
 */
const minSimilarity = { relation: 0.75, other: 0.33 } as const;
/** Longer texts are no name, and would take long to compare. */
const MAX_LENGTH = 500;

/**
 * Returns the name most similar to `wanted` for a hint, or null when none is close. It compares names as PostgREST's
 * library fuzzyset does, by shared pieces, then by edit distance.
 */
export function similarName(
  wanted: string,
  names: readonly string[],
  kind: keyof typeof minSimilarity = 'other',
): string | null {
  if (wanted.length > MAX_LENGTH) return null;
  const lower = wanted.toLowerCase();
  const exact = names.find((name) => name.toLowerCase() === lower);
  if (exact !== undefined) return exact;
  for (const size of gramSizes) {
    const [best] = sharing(lower, names, size)
      .map((name) => ({ name, score: similarity(lower, name.toLowerCase()) }))
      .filter(({ score }) => score >= minSimilarity[kind])
      .toSorted((left, right) => right.score - left.score);
    if (best) return best.name;
  }
  return null;
}

/** The names that share pieces of this size with `wanted`, those that share the most first. */
function sharing(wanted: string, names: readonly string[], size: number): string[] {
  const pieces = grams(wanted, size);
  return names
    .map((name) => ({ name, score: cosine(pieces, grams(name.toLowerCase(), size)) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, CANDIDATES)
    .map(({ name }) => name);
}

/** The pieces of a name between hyphens, with how often each occurs. */
function grams(name: string, size: number): ReadonlyMap<string, number> {
  const text = `-${name.replace(/[^\p{L}\p{N}\s,]/gu, '')}-`;
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= text.length; at++) {
    const gram = text.slice(at, at + size);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function cosine(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of left) product += count * (right.get(gram) ?? 0);
  return product === 0 ? 0 : product / Math.hypot(...left.values()) / Math.hypot(...right.values());
}

const similarity = (left: string, right: string): number =>
  1 - distance(left, right) / Math.max(left.length, right.length);

/** Levenshtein's distance. */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + change));
    }
    previous = current;
  }
  return previous[right.length]!;
}
