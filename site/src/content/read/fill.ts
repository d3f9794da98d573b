/** The words that texts may name in braces, by path. */
export type Named = Readonly<Record<string, unknown>>;

/** Returns the text of a path in braces. */
function named(words: Named, path: string, file: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], words);
  if (typeof value === 'string') return value;
  throw new ContentError(
    `${file}: {${path}} names a field that brand.yaml, terms.yaml and offer.yaml do not have.`,
  );
}

/** A number stays on the line of what it counts. */
const bindNumbers = (text: string) =>
  text.replace(/(\d) (?=(?:(?:day|hour|minute|month|place)s?|US dollars)\b)/g, '$1\u00a0');

/**
 * Replaces names in braces, in a text or in every text of a list or group, such as `{name}` and `{email.contact}`.
 */
export function fill<Value>(value: Value, words: Named, file: string): Value {
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return bindNumbers(part.replace(/\{([a-zA-Z.]+)\}/g, (_, path: string) => named(words, path, file)));
    }
    if (Array.isArray(part)) return part.map(filled);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, filled(inner)]));
  };
  return filled(value) as Value;
}

/** The mistakes in one file, a sentence each, every one on its own line. */
export class ContentError extends Error {
  override name = 'ContentError';
  /** A stack trace does not help to fix a mistake in a text. */
  override stack = '';
}
