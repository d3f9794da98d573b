import { invalidBody } from '../errors.ts';
import { atMost, type Bounded, bounds, hasMoreParts } from './bounds.ts';
import { parseMediaType } from './media.ts';

export type Payload =
  /** JSON text and the keys that every object in it has. */
  | {
      readonly kind: 'json';
      readonly text: string;
      readonly isArray: boolean;
      readonly rows: number;
      readonly keys: readonly string[];
      /** False for rows of CSV, which are no argument of a function as a whole. */
      readonly isJson: boolean;
    }
  /** Fields of a form, for a function's arguments. */
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
  /** A body that is one argument, unparsed. */
  | { readonly kind: 'raw'; readonly body: Buffer; readonly type: RawType };

/** Returns a key of everything in a JSON body that decides how it is written, or null when the body itself decides. */
export function shapeKey(payload: Payload | null): string | null {
  if (payload === null) return '';
  return payload.kind === 'json' ? JSON.stringify([payload.isArray, payload.keys, payload.isJson]) : null;
}

type JsonPayload = Extract<Payload, { kind: 'json' }>;

type RawType = 'text' | 'xml' | 'bytea';

const rawTypes: Readonly<Record<string, RawType>> = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/octet-stream': 'bytea',
};

/** The maximum nesting of JSON. PostgreSQL's parser has a limited stack, too. */
const DEEPEST = 500;

/** Parses the body of a write or a call. Only the keys in `columns` count. */
export function parsePayload(
  body: Buffer,
  contentType: string | undefined,
  columns: readonly string[] | null,
  isCall: boolean,
): Payload {
  const { type } = parseMediaType(contentType ?? 'application/json');
  if (type === 'application/json' || type === '') return parseJson(textOf(body), columns, isCall);
  if (type === 'text/csv') {
    const rows = parseCsv(textOf(body));
    return { ...objects(JSON.stringify(rows), rows, columns), isJson: false };
  }
  if (type === 'application/x-www-form-urlencoded') return parseForm(textOf(body), columns, isCall);
  const raw = rawTypes[type];
  if (isCall && raw) return { kind: 'raw', body, type: raw };
  throw invalidBody(`Content-Type not acceptable: ${type}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw invalidBody('The body is not valid UTF-8');
  }
}

function parseJson(text: string, columns: readonly string[] | null, isCall: boolean): Payload {
  if (isCall && text === '')
    return { kind: 'json', text: '{}', isArray: false, rows: 1, keys: [], isJson: true };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
  if (text.length > DEEPEST && nestsDeeper(value, DEEPEST)) throw invalidBody('The json nests too deep');
  return objects(text, value, columns);
}

function parseForm(text: string, columns: readonly string[] | null, isCall: boolean): Payload {
  // Parsing a form takes time that grows faster than its length.
  if (hasMoreParts(text, '&', bounds.keys)) refuseMany('keys', Infinity);
  const fields = [...new URLSearchParams(text)];
  if (isCall) return { kind: 'form', fields };
  const row = Object.fromEntries(fields) as Record<string, string>;
  return objects(JSON.stringify(row), row, columns);
}

/** One object, or a list of objects that all have the same keys. */
function objects(text: string, value: unknown, columns: readonly string[] | null): JsonPayload {
  const isArray = Array.isArray(value);
  const rows: readonly unknown[] = isArray ? value : [value];
  if (!rows.every(isObject)) throw invalidBody('All object keys must match');
  const keys = columns ?? Object.keys(rows[0] ?? {});
  refuseMany('keys', keys.length);
  if (!columns && !rows.every((row) => hasExactly(row, keys)))
    throw invalidBody('All object keys must match');
  return { kind: 'json', text, isArray, rows: rows.length, keys: [...new Set(keys)], isJson: true };
}

function refuseMany(what: Bounded, count: number): void {
  if (count > bounds[what]) throw invalidBody(`The body holds too much: expecting ${atMost(what)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const hasExactly = (row: Record<string, unknown>, keys: readonly string[]): boolean =>
  Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));

function nestsDeeper(value: unknown, levels: number): boolean {
  let current: unknown[] = [value];
  for (let level = 0; current.length > 0; level++) {
    if (level > levels) return true;
    current = current.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? Object.values(each).filter((inner) => typeof inner === 'object')
        : [],
    );
  }
  return false;
}

/** Parses CSV with a header line (RFC 4180) into objects. The word NULL is null. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header = [], ...lines] = records(text);
  if (header.length === 0) throw invalidBody('Empty or invalid csv');
  return lines.map((line) => {
    if (line.length !== header.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      line.map((value, index) => [header[index]!, value === 'NULL' ? null : value]),
    ) as Record<string, string | null>;
  });
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function records(text: string): string[][] {
  const found: string[][] = [];
  let line: string[] = [];
  let at = 0;
  let fields = 0;
  while (at < text.length || line.length > 0) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (!match) throw invalidBody('Empty or invalid csv');
    const [whole, quoted, plain = '', end] = match;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    refuseMany('keys', line.length);
    refuseMany('fields of CSV', ++fields);
    at += whole.length;
    if (end === ',') continue;
    found.push(line);
    // The first is the header.
    refuseMany('lines of CSV', found.length - 1);
    line = [];
  }
  return found;
}
