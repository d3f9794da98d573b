import type { ReadPlan } from '../plan/read-plan.ts';
import { type Fragment, identifier, joined, raw, sql } from './fragment.ts';
import { within } from './limits.ts';
import { rowWithin, valueWithin } from './row-size.ts';

/** An expression that is computed only once the check has passed. */
export const checked = (check: Fragment | null, value: Fragment): Fragment =>
  check === null ? value : sql`case when ${check} then ${value} end`;

/** A value that PostgreSQL computes once, and whose size is checked before the next is computed. */
export function boundedValue(value: Fragment, type: string, limit: number): Fragment {
  const check = valueWithin(raw('pgrst_value'), type, limit);
  if (check === null) return value;
  return sql`(select ${checked(check, raw('pgrst_value'))} from (select ${value} as pgrst_value offset 0) as pgrst_computed)`;
}

/** The JSON of a row of `plan`. Its size is checked before its text is built. */
export const rowSql = (plan: ReadPlan, alias: string, limit: number): Fragment =>
  checked(rowWithin(plan, alias, limit), sql`row_to_json(${identifier(alias)}.*)`);

/**
 * `from …` with the `texts` of `rows`, which fails at the first row that makes them too large together. A running sum
 * needs no memory. `offset 0` keeps PostgreSQL from building a text once for its size and once for the answer.
 */
export function boundedRows(
  texts: readonly { readonly name: string; readonly value: Fragment }[],
  rows: Fragment,
  limit: number,
): Fragment {
  const built = texts.map(({ name, value }) => sql`${value} as ${identifier(name)}`);
  const size = texts.map(({ name }) => sql`coalesce(pg_column_size(${identifier(name)}), 4)`);
  const bytes = sql`sum(${joined(size, ' + ')}) over (rows unbounded preceding) as pgrst_bytes`;
  const list = sql`select ${joined(built, ', ')} from ${rows} offset 0`;
  const summed = sql`select *, ${bytes} from (${list}) as pgrst_built`;
  return sql` from (${summed}) as pgrst_bounded where ${within(raw('pgrst_bytes'), limit)}`;
}
