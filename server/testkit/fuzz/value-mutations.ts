/** A replacement of one value in an otherwise valid request. */
export interface ValueMutation {
  readonly title: string;
  /** Replaces the value's JSON, `raw`, under a name, with valid or invalid JSON. */
  json(raw: string, name: string): string;
  /** Replaces the value's text in a URL or a form, percent-encoded. Absent where only JSON can express it. */
  readonly url?: (text: string, name: string) => string;
}

/** A text in place of the value's own. */
const text = (title: string, change: (original: string) => string): ValueMutation => ({
  title,
  json: (raw) => JSON.stringify(change(textOf(raw))),
  url: (original) => encoded(change(original)),
});
/** Replacements that only JSON can express. */
const json = (title: string, change: (raw: string, name: string) => string): ValueMutation => ({
  title,
  json: change,
});
/** Replacements that only a URL can express. */
const url = (title: string, change: (text: string, name: string) => string): ValueMutation => ({
  title,
  json: (raw) => `${raw.slice(0, 1)}%ff${raw.slice(1)}`,
  url: change,
});

function textOf(raw: string): string {
  const value: unknown = JSON.parse(raw);
  return typeof value === 'string' ? value : raw;
}

/** Percent-encodes, and encodes half a surrogate pair as invalid bytes. */
const encoded = (plain: string): string =>
  plain
    .split(/(\p{Surrogate})/u)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('');

/** Values that are never allowed or expected. The first are tried everywhere. */
export const valueMutations: readonly ValueMutation[] = [
  text('a null byte', (original) => `${original}\u0000`),
  text('half a surrogate pair', (original) => `${original}\ud800`),
  // A URL that is longer is refused before it is read.
  {
    ...text('very long', (original) => original.padEnd(20_000, 'x')),
    url: (plain) => encoded(plain).padEnd(8_000, 'x'),
  },
  text('empty', () => ''),
  json('an array', (raw) => `[${raw}]`),
  json('an object', (raw) => `{"a":${raw}}`),
  json('a number', () => '7'),
  json('null', () => 'null'),
  text('a null byte inside', (original) => `${original.slice(0, 3)}\u0000${original.slice(3)}`),
  json('true', () => 'true'),
  json('a huge number', () => '1e308'),
  json('more than a number holds', () => '1e999'),
  json('a negative number', () => '-9223372036854775809'),
  json('NaN', () => 'NaN'),
  json('nested deeply', (raw) => `${'['.repeat(38)}${raw}${']'.repeat(38)}`),
  json('nested too deeply', (raw) => `${'['.repeat(5_000)}${raw}${']'.repeat(5_000)}`),
  json('twice', (raw, name) => `${raw},${JSON.stringify(name)}:{"a":[1]}`),
  json('a member named __proto__', (raw) => `{"__proto__":${raw},"constructor":{"prototype":${raw}}}`),
  text('the name of a prototype', () => '__proto__'),
  text('the name of a method', () => 'toString'),
  text('turned round', (original) => `\u202e${original}\u2066`),
  text('blanks and lines', (original) => ` \t${original}\r\n`),
  text('letters that grow', (original) => `${original}\u0130\u00df\ufb03\ufdfa`),
  text('digits of other scripts', (original) => original.replaceAll(/\d/g, '\u0663')),
  text('in capitals', (original) => original.toUpperCase()),
  text('quotes and percent signs', (original) => `${original}'"%\\$1;--`),
  url('what cannot be decoded', (plain) => `${encoded(plain)}%`),
  url('bytes of no text', (plain) => `${encoded(plain)}%ff%c0%80`),
  url('given twice', (plain, name) => `${encoded(plain)}&${name}=${encoded(plain)}x`),
  url('given as a list', (plain, name) => `&${name}[]=${encoded(plain)}&${name}[__proto__]=1`),
];
