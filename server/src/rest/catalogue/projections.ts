import type { ConstraintRow, RelationRow, ViewRow } from './rows.ts';

/** Maps each view to the base columns (`relation.number`) it shows and its own column numbers for them. */
export type Projections = ReadonlyMap<string, ShownBases>;

type ShownBases = ReadonlyMap<string, readonly number[]>;

/** Follows views of views down to the tables. */
export function projections(views: readonly ViewRow[]): Projections {
  const direct = new Map(views.map(({ relation, action }) => [relation, shownColumns(action)]));
  const followed = new Map<string, ShownBases>();
  const follow = (view: string, above: readonly string[]): ShownBases => {
    const known = followed.get(view);
    if (known || above.includes(view)) return known ?? new Map();
    const shown = new Map<string, number[]>();
    const show = (base: string, number: number) => shown.set(base, [...(shown.get(base) ?? []), number]);
    for (const { number, relation, column } of direct.get(view) ?? []) {
      if (!direct.has(relation)) show(`${relation}.${column}`, number);
      else {
        for (const [base, inner] of follow(relation, [...above, view]))
          if (inner.includes(column)) show(base, number);
      }
    }
    followed.set(view, shown);
    return shown;
  };
  return new Map(views.map(({ relation }) => [relation, follow(relation, [])]));
}

/**
 * Returns the columns under which `relation` shows `columns` of `table`. For the table itself these are its own. For
 * a view this is every combination, and nothing when a column is missing.
 */
export function shownAs(projected: Projections, relation: string, table: string, columns: readonly number[]) {
  if (relation === table) return [[...columns]];
  const shown = projected.get(relation);
  if (!shown) return [];
  return columns.reduce<number[][]>(
    (chosen, column) =>
      chosen.flatMap((numbers) =>
        (shown.get(`${table}.${column}`) ?? []).map((number) => [...numbers, number]),
      ),
    [[]],
  );
}

/** Returns the column numbers of a table's primary key, or of a view that shows a whole primary key. */
export function primaryKeyNumbers(
  projected: Projections,
  constraints: readonly ConstraintRow[],
  relation: string,
): number[] {
  const numbers = constraints
    .filter(({ kind }) => kind === 'p')
    .flatMap(({ relation: table, columns }) => shownAs(projected, relation, table, columns)[0] ?? []);
  return [...new Set(numbers)];
}

/** Columns of tables (`relation.number`) that are expressions. */
export const virtualColumns = (relations: readonly RelationRow[]): ReadonlySet<string> =>
  new Set(
    relations
      .filter(({ isView }) => !isView)
      .flatMap(({ id, columns }) =>
        columns.filter(({ isStored }) => !isStored).map(({ number }) => `${id}.${number}`),
      ),
  );

/** Returns the column numbers of a view that are stored columns of tables. Column 0 of a table is its whole row. */
export const storedNumbers = (projected: Projections, virtual: ReadonlySet<string>, view: string) =>
  new Set(
    [...(projected.get(view) ?? [])].flatMap(([base, own]) =>
      virtual.has(base) || base.endsWith('.0') ? [] : own,
    ),
  );

/** A column of a view that shows a column of another relation (by its number) unchanged. */
interface ShownColumn {
  readonly number: number;
  readonly relation: string;
  readonly column: number;
}

/** An escaped character, the begin or end of a node, or a field of a target. Spaces in names are escaped. */
const TREE_PARTS = /\\[\s\S]|[{}]|:(resno|resorigtbl|resorigcol|resjunk) (\w+)/g;

/**
 * Finds which columns of a view show which columns of its sources, from its rewrite rule's node tree, whose nodes are
 * `{NAME :field value …}`. The targets of the view are nodes in the query, those of subqueries are deeper.
 */
export function shownColumns(action: string): ShownColumn[] {
  const shown: ShownColumn[] = [];
  let depth = 0;
  let target: Record<string, string> = {};
  for (const [part, field, value] of action.matchAll(TREE_PARTS)) {
    if (part === '{') depth += 1;
    else if (part === '}') depth -= 1;
    if (depth !== 2 || !field) continue;
    target = { ...target, [field]: value! };
    const { resno, resorigtbl: relation = '0', resorigcol, resjunk } = target;
    // The last field of a target.
    if (resjunk === undefined) continue;
    if (resjunk === 'false' && relation !== '0')
      shown.push({ number: Number(resno), relation, column: Number(resorigcol) });
    target = {};
  }
  return shown;
}
