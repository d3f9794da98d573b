import type { ConstraintRow, ViewRow } from './rows.ts';
import { readNodeTree, type NodeValue } from './node-tree.ts';

/** Maps each view to the base columns (`relation.number`) it shows and its own column numbers for them. */
export type Projections = ReadonlyMap<string, ShownBases>;

type ShownBases = ReadonlyMap<string, readonly number[]>;

/** Follows views of views down to the tables. */
export function projections(views: readonly ViewRow[]): Projections {
  const direct = new Map(views.map(({ relation, action }) => [relation, readable(action)]));
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

/** A view whose tree we cannot read has no keys. It can be read but not embedded. */
function readable(action: string): readonly ShownColumn[] {
  try {
    return shownColumns(action);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Returns the columns under which `relation` shows `columns` of `table`. For the table itself these are its own. For
 * a view this is every combination, and nothing when a column is missing.
 */
export function shownAs(
  projected: Projections,
  relation: string,
  table: string,
  columns: readonly number[],
): number[][] {
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

/** A column of a view that shows a column of another relation (by its number) unchanged. */
interface ShownColumn {
  readonly number: number;
  readonly relation: string;
  readonly column: number;
}

/** Finds which columns of a view show which columns of its sources, from its rewrite rule's node tree. */
export function shownColumns(action: string): ShownColumn[] {
  const tree = readNodeTree(action);
  const query = Array.isArray(tree) ? (tree as NodeValue[])[0] : tree;
  const targets = isNode(query) ? query.fields['targetList'] : [];
  if (!Array.isArray(targets)) return [];
  return (targets as NodeValue[]).flatMap((target) => {
    if (!isNode(target) || target.fields['resjunk'] !== 'false') return [];
    const relation = String(target.fields['resorigtbl']);
    if (relation === '0') return [];
    return [
      { number: Number(target.fields['resno']), relation, column: Number(target.fields['resorigcol']) },
    ];
  });
}

function isNode(value: NodeValue | undefined): value is Exclude<NodeValue, string | readonly NodeValue[]> {
  return typeof value === 'object' && !Array.isArray(value);
}
