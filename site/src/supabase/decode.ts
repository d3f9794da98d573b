/**
 * Checks that take what came over the wire as what it is. They are ours because a schema library's part that the
 * visitors' forms share would grow with every kind that the review alone needs.
 */
export type Decode<Value> = (value: unknown, path?: string) => Value;

/** The result type of a check. */
export type Decoded<Check> = Check extends Decode<infer Value> ? Value : never;

/** @throws TypeError that names the place and what was expected there. */
function expected(what: string, path: string): never {
  throw new TypeError(`expected ${what} at ${path || 'the top'}`);
}

export const text: Decode<string> = (value, path = '') =>
  typeof value === 'string' ? value : expected('text', path);

export const number: Decode<number> = (value, path = '') =>
  typeof value === 'number' ? value : expected('a number', path);

export const flag: Decode<boolean> = (value, path = '') =>
  typeof value === 'boolean' ? value : expected('true or false', path);

/** Accepts anything, for values that are not read. */
export const anything: Decode<unknown> = (value) => value;

/** One of some words. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]): Decode<Word> =>
  (value, path = '') =>
    words.find((word) => word === value) ?? expected(words.join(' or '), path);

export const nullable =
  <Value>(check: Decode<Value>): Decode<Value | null> =>
  (value, path) =>
    value === null ? null : check(value, path);

export const list =
  <Value>(check: Decode<Value>): Decode<readonly Value[]> =>
  (value, path = '') =>
    Array.isArray(value)
      ? value.map((item, place) => check(item, `${path}[${place}]`))
      : expected('a list', path);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object whose keys are data. */
export const record =
  <Value>(check: Decode<Value>): Decode<Readonly<Record<string, Value>>> =>
  (value, path = '') =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, check(item, `${path}.${key}`)]))
      : expected('an object', path);

type Fields<Checks> = { readonly [Key in keyof Checks]: Decoded<Checks[Key]> };

/** An object with these fields. Others are dropped. */
export function fields<const Checks extends Readonly<Record<string, Decode<unknown>>>>(
  checks: Checks,
): Decode<Fields<Checks>> {
  const entries = Object.entries(checks);
  return (value, path = '') => {
    if (!isObject(value)) return expected('an object', path);
    const read = entries.map(([key, check]) => [key, check(value[key], `${path}.${key}`)]);
    // The keys are those of the checks, which fromEntries cannot tell.
    return Object.fromEntries(read) as Fields<Checks>;
  };
}

/** A value that may be left out. */
export const optional =
  <Value>(check: Decode<Value>): Decode<Value | undefined> =>
  (value, path) =>
    value === undefined ? undefined : check(value, path);

/** A pair of texts. */
export const pair: Decode<readonly [string, string]> = (value, path = '') =>
  Array.isArray(value) && value.length === 2
    ? [text(value[0], `${path}[0]`), text(value[1], `${path}[1]`)]
    : expected('a pair', path);
