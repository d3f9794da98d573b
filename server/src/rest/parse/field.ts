import { DEEPEST, type Scanner } from './scanner.ts';

/** A step into a JSON value, by key or by index. `asText` stands for `->>`. */
export interface JsonStep {
  readonly by: 'key' | 'index';
  readonly operand: string;
  readonly asText: boolean;
}

/** A column and, perhaps, a path into its JSON value. */
export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

const IDENTIFIER = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy;
const JSON_KEY = /(?:[^-:.,>()]|-(?!>))+/y;
const JSON_INDEX = /-?\d+(?=->|::|[.,)]|$)/y;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/y;

/** Scans an identifier, or anything between double quotes. Returns null when there is none. */
export function scanName(scanner: Scanner): string | null {
  const name = scanQuoted(scanner) ?? scanner.match(IDENTIFIER)?.trim();
  return name ? name : null;
}

export function expectName(scanner: Scanner, expecting = 'field name (* or [a..z0..9_$])'): string {
  const name = scanName(scanner);
  if (name === null) throw scanner.failure(expecting);
  return name;
}

/** Scans text between double quotes and removes backslash escapes. Returns null when there is no quote. */
export function scanQuoted(scanner: Scanner): string | null {
  return (
    scanner
      .match(QUOTED)
      ?.slice(1, -1)
      .replace(/\\([\s\S])/g, '$1') ?? null
  );
}

/** Scans a field. `expecting` describes in errors what may be in its place. */
export function scanField(scanner: Scanner, expecting?: string): Field {
  scanner.skipSpace();
  const field = { name: expectName(scanner, expecting), path: scanPath(scanner) };
  scanner.skipSpace();
  return field;
}

function scanPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = [];
  while (scanner.sees('->')) {
    if (path.length === DEEPEST) throw scanner.failure(`at most ${DEEPEST} steps`);
    scanner.count('steps');
    scanner.take('->');
    const asText = scanner.take('>');
    const index = scanner.match(JSON_INDEX);
    if (index === null && scanner.take('-')) throw scanner.failure('digit');
    const key = index === null ? (scanQuoted(scanner) ?? scanner.match(JSON_KEY)?.trim()) : null;
    if (index === null && !key)
      throw scanner.failure('"-", digit or any non reserved character different from: .,>()');
    path.push({ by: index === null ? 'key' : 'index', operand: index ?? key!, asText });
  }
  return path;
}
