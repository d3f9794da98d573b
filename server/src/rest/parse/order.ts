import { type Field, scanField, scanName } from './field.ts';
import type { Tally } from './bounds.ts';
import { Scanner } from './scanner.ts';

/** One sort key. `relation` names the embedded relation of the column. */
export interface OrderTerm {
  readonly relation: string | null;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** Reads `name.desc.nullslast,clients(id)`. */
export function parseOrder(text: string, tally: Tally): OrderTerm[] {
  const scanner = new Scanner(`failed to parse order (${text})`, text, tally);
  const terms: OrderTerm[] = [];
  do terms.push(scanTerm(scanner));
  while (scanner.take(','));
  scanner.endOfList(`${terms.at(-1)!.nulls ? '' : 'delimiter (.), '}"," or end of input`);
  return terms;
}

function scanTerm(scanner: Scanner): OrderTerm {
  scanner.count('sort keys');
  scanner.skipSpace();
  const relation = scanner.attempt(() => {
    const name = scanName(scanner);
    return name !== null && scanner.take('(') ? name : null;
  });
  const field = scanField(scanner);
  if (relation !== null) scanner.expect(')');
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : null;
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : null;
  scanner.skipSpace();
  if (nulls === null && scanner.take('.')) {
    throw scanner.failure(
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return { relation, field, direction, nulls };
}
