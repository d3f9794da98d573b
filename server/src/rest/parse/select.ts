import type { Tally } from './bounds.ts';
import { expectName, type Field, scanField, scanName } from './field.ts';
import { Scanner } from './scanner.ts';

const aggregates = ['sum', 'avg', 'count', 'max', 'min'] as const;
export type Aggregate = (typeof aggregates)[number];

/** A column to read. The name `*` selects all of them, or the row when counted. */
export interface SelectedField {
  readonly kind: 'field';
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
}

export interface SelectedRelation {
  readonly kind: 'relation';
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: 'inner' | 'left';
  readonly spread: boolean;
  readonly select: readonly SelectItem[];
}

export type SelectItem = SelectedField | SelectedRelation;

const CAST_NAME = /[\p{L}\p{N}_ ]+/uy;

/** Parses `select=`. An empty list selects no column, as in `clients()`. */
export function parseSelect(text: string, tally: Tally): SelectItem[] {
  const scanner = new Scanner(`failed to parse select parameter (${text})`, text, tally);

  const items = (): SelectItem[] => {
    scanner.skipSpace();
    if (scanner.atEnd || scanner.sees(')')) return [];
    const found: SelectItem[] = [];
    do found.push(item());
    while (scanner.take(','));
    return found;
  };
  const item = (): SelectItem => {
    scanner.count('selected items');
    scanner.skipSpace();
    const spread = scanner.take('...');
    const opening = scanner.attempt(() => relationHead(scanner, spread));
    if (!opening) {
      if (spread) throw scanner.failure('"("');
      return selectedField(scanner);
    }
    scanner.count('embedded resources');
    const select = scanner.nested(items);
    scanner.expect(')');
    scanner.skipSpace();
    return { ...opening, kind: 'relation', spread, select };
  };

  const found = items();
  scanner.skipClosing();
  scanner.end('",", "(" or end of input');
  return found;
}

type RelationHead = Pick<SelectedRelation, 'name' | 'alias' | 'hint' | 'join'>;

function relationHead(scanner: Scanner, spread: boolean): RelationHead | null {
  const alias = spread ? null : scanAlias(scanner);
  const name = scanName(scanner);
  if (name === null || name === 'count') return null;
  let hint: string | null = null;
  let join: 'inner' | 'left' = 'left';
  for (let count = 0; count < 2 && scanner.take('!'); count++) {
    const parameter = scanName(scanner);
    if (parameter === null) return null;
    if (parameter === 'inner' || parameter === 'left') join = parameter;
    else hint = parameter;
  }
  return scanner.take('(') ? { name, alias, hint, join } : null;
}

function scanAlias(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const name = scanName(scanner);
    return name !== null && !scanner.sees('::') && scanner.take(':') ? name : null;
  });
}

function selectedField(scanner: Scanner): SelectedField {
  const all = { field: { name: '*', path: [] }, cast: null };
  if (scanner.take('*'))
    return finished(scanner, { ...all, alias: null, aggregate: null, aggregateCast: null });
  const alias = scanAlias(scanner);
  if (scanner.take('count()'))
    return finished(scanner, { ...all, alias, aggregate: 'count', aggregateCast: scanCast(scanner) });
  const field = scanField(scanner);
  const cast = scanCast(scanner);
  const aggregate = scanAggregate(scanner);
  const aggregateCast = aggregate ? scanCast(scanner) : null;
  return finished(scanner, { field, alias, cast, aggregate, aggregateCast });
}

function finished(scanner: Scanner, field: Omit<SelectedField, 'kind'>): SelectedField {
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.sees(',') && !scanner.sees(')'))
    throw scanner.failure('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  return { kind: 'field', ...field };
}

function scanCast(scanner: Scanner): string | null {
  if (!scanner.take('::')) return null;
  const name = scanner.match(CAST_NAME)?.trim();
  if (!name) throw scanner.failure('letter or digit');
  return name;
}

function scanAggregate(scanner: Scanner): Aggregate | null {
  if (!scanner.take('.')) return null;
  const found = aggregates.find((aggregate) => scanner.take(`${aggregate}()`));
  if (!found) throw scanner.failure('"sum", "avg", "count", "max" or "min"');
  return found;
}

/** Parses a list of column names for `columns=` and `on_conflict=`. */
export function parseColumns(parameter: string, text: string, tally: Tally): string[] {
  const scanner = new Scanner(`failed to parse ${parameter} parameter (${text})`, text, tally);
  const names: string[] = [];
  do {
    scanner.count('columns');
    scanner.skipSpace();
    names.push(expectName(scanner));
    scanner.skipSpace();
  } while (scanner.take(','));
  scanner.end('"," or end of input');
  return names;
}
