import type { ConstraintRow, ViewRow } from './rows.ts';
import { type ShownColumn, shownColumns } from './view-columns.ts';

/** For each view: which base column (`relation.number`) it shows under which column numbers of its own. */
export type Projections = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Follows views of views down to the tables. */
export function projections(views: readonly ViewRow[]): Projections {
  const direct = new Map(views.map(({ relation, action }) => [relation, readable(action)]));
  const followed = new Map<string, ReadonlyMap<string, number>>();
  const follow = (view: string, above: readonly string[]): ReadonlyMap<string, number> => {
    const known = followed.get(view);
    if (known || above.includes(view)) return known ?? new Map();
    const shown = new Map<string, number>();
    for (const { number, relation, column } of direct.get(view) ?? []) {
      if (!direct.has(relation))
        shown.set(`${relation}.${column}`, shown.get(`${relation}.${column}`) ?? number);
      else {
        for (const [base, inner] of follow(relation, [...above, view]))
          if (inner === column && !shown.has(base)) shown.set(base, number);
      }
    }
    followed.set(view, shown);
    return shown;
  };
  return new Map(views.map(({ relation }) => [relation, follow(relation, [])]));
}

/** A view whose tree we cannot read has no keys of its own: it is readable, not embeddable. */
function readable(action: string): readonly ShownColumn[] {
  try {
    return shownColumns(action);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The columns under which `relation` shows `columns` of `table`: itself or a view; null when one is missing. */
export function shownAs(
  projected: Projections,
  relation: string,
  table: string,
  columns: readonly number[],
): number[] | null {
  if (relation === table) return [...columns];
  const shown = projected.get(relation);
  if (!shown) return null;
  const numbers = columns.map((column) => shown.get(`${table}.${column}`));
  return numbers.every((number) => number !== undefined) ? (numbers as number[]) : null;
}

/** The primary key's column numbers of a table, or of a view that shows a whole primary key. */
export function primaryKeyNumbers(
  projected: Projections,
  constraints: readonly ConstraintRow[],
  relation: string,
): number[] {
  const numbers = constraints
    .filter(({ kind }) => kind === 'p')
    .flatMap(({ relation: table, columns }) => shownAs(projected, relation, table, columns) ?? []);
  return [...new Set(numbers)];
}
