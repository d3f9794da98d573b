import type { Embed, PlannedField, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { whereSql } from './condition.ts';
import { fieldSql } from './field.ts';
import { bind, type Fragment, identifier, joined, nothing, qualified, raw, sql } from './fragment.ts';
import { boundedRows, checked, rowSql } from './bounded-rows.ts';
import type { Limits } from './limits.ts';
import { isRepeatable, isRepeated, onceSql } from './once.ts';
import { type Named, namedSql, outputsSql } from './outputs.ts';
import { rowWithin, shownNames, sortedWithin } from './row-size.ts';

/** The rows of a level with its embeds. `hidden` are further columns that are not shown. */
export function readSql(plan: ReadPlan, limits: Limits, hidden: readonly Named[] = []): Fragment {
  return rowsSql(plan, limits, isRepeatable(plan), hidden);
}

function rowsSql(plan: ReadPlan, limits: Limits, isOnce: boolean, hidden: readonly Named[]): Fragment {
  const embeds = plan.embeds
    .filter(({ shown }) => shown === 'nested')
    .map((embed) => ({ name: embed.name, value: nestedSql(embed, plan.grouped, limits) }));
  const level = (columns: readonly Fragment[]) => levelSql(plan, limits, columns);
  return isOnce
    ? onceSql(plan, limits, level, embeds, hidden)
    : level([...outputsSql(plan, plan.outputs, limits), ...[...embeds, ...hidden].map(namedSql)]);
}

/** The level's rows with `columns`. Outputs and nested resources come first where rows are grouped. */
function levelSql(plan: ReadPlan, limits: Limits, columns: readonly Fragment[]): Fragment {
  const { scope, outputs, embeds, grouped, range } = plan;
  const nested = embeds.filter(({ shown }) => shown === 'nested');
  const places = [
    ...outputs.flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1])),
    ...nested.map((_, index) => outputs.length + index + 1),
  ];
  const groups = grouped && places.length > 0 ? raw(` group by ${places.join(', ')}`) : nothing;
  const list = sql`select ${joined(columns, ', ')}${fromSql(plan)}${joined(
    embeds.map((embed) => joinSql(embed, limits)),
    '',
  )}`;
  return sql`${list}${filteredSql(plan)}${groups}${orderSql(scope, plan.order)}${rangeSql(range)}`;
}

/** The rows of a level without its range, for counting. It joins only embeds that affect the number of rows. */
export function countedSql(plan: ReadPlan, limits: Limits): Fragment {
  const requested = new Set(plan.where.flatMap(presences));
  const deciding = plan.embeds.filter(
    ({ join, plan: { scope } }) => join === 'inner' || requested.has(scope.alias),
  );
  // A list is counted, and its JSON is not needed.
  const joins = deciding.map((embed) =>
    joinSql(embed.single ? embed : { ...embed, shown: 'hidden' }, limits),
  );
  return sql`select 1${fromSql(plan)}${joined(joins, '')}${filteredSql(plan)}`;
}

function presences(condition: ReadPlan['where'][number]): string[] {
  if (condition.kind === 'presence') return [condition.embed];
  return condition.kind === 'group' ? condition.members.flatMap(presences) : [];
}

function nestedSql({ plan, single }: Embed, grouped: boolean, limits: Limits): Fragment {
  // Grouping needs equality, which json has not.
  const type = raw(grouped ? '::jsonb' : '');
  const json = single
    ? oneJson(plan, limits)
    : sql`coalesce(${identifier(plan.scope.alias)}.pgrst_rows, '[]')`;
  return sql`${json}${type}`;
}

/**
 * The JSON of an embedded row, or null. It is made of the row's columns where the parent needs it. PostgreSQL would
 * compute a reference to the whole row for all rows of the embedded relation, and unpack them.
 */
function oneJson(plan: ReadPlan, { embedded }: Limits): Fragment {
  const { alias } = plan.scope;
  const columns = shownNames(plan).map((name) => sql`${identifier(alias)}.${identifier(name)}`);
  const row = sql`(select ${joined(columns, ', ')} offset 0) as pgrst_one`;
  const json = rowSql(plan, 'pgrst_one', embedded);
  return sql`case when ${identifier(alias)}.pgrst_found then (select ${json} from ${row}) end`;
}

function fromSql({ scope, source }: ReadPlan): Fragment {
  const alias = identifier(scope.alias);
  switch (source.kind) {
    case 'relation':
      return sql` from ${qualified(source.name)} as ${alias}`;
    case 'result':
      return sql` from pgrst_source as ${alias}`;
    case 'embedded': {
      const { relationship, parent } = source;
      if (relationship.kind === 'computed') {
        const row = sql`${identifier(parent.alias)}::${qualified(relationship.origin)}`;
        return sql` from ${qualified(relationship.function)}(${row}) as ${alias}`;
      }
      const target = sql` from ${qualified(relationship.target)} as ${alias}`;
      return relationship.kind === 'many-to-many'
        ? sql`${target}, ${qualified(relationship.junction)} as ${junctionAlias(scope.alias)}`
        : target;
    }
  }
}

const junctionAlias = (alias: string) => identifier(`${alias}_junction`);

function filteredSql(plan: ReadPlan): Fragment {
  const sorted = plan.order.flatMap(({ by }) => ('field' in by ? by.field : []));
  return whereSql(plan.scope.alias, plan.where, keysSql(plan), sorted);
}

/** Joins the rows of an embedded level to their parent row. */
function keysSql({ scope, source }: ReadPlan): Fragment[] {
  if (source.kind !== 'embedded' || source.relationship.kind === 'computed') return [];
  const { relationship, parent } = source;
  const own = identifier(scope.alias);
  const above = identifier(parent.alias);
  const equal = (left: Fragment, one: string, right: Fragment, other: string) =>
    sql`${left}.${identifier(one)} = ${right}.${identifier(other)}`;
  if (relationship.kind !== 'many-to-many')
    return relationship.columns.map(([column, target]) => equal(own, target, above, column));
  const junction = junctionAlias(scope.alias);
  const { toOrigin, toTarget } = relationship.junction;
  return [
    ...toTarget.map(([column, through]) => equal(own, column, junction, through)),
    ...toOrigin.map(([column, through]) => equal(above, column, junction, through)),
  ];
}

function joinSql(embed: Embed, limits: Limits): Fragment {
  const { plan, single, join } = embed;
  const alias = identifier(plan.scope.alias);
  const rows = single ? oneSql(embed, limits) : listSql(embed, limits);
  const on = join === 'inner' && !single ? sql`${alias}.pgrst_rows is not null` : raw('true');
  return sql` ${raw(join)} join lateral (${rows}) as ${alias} on ${on}`;
}

/**
 * One row with its columns, a mark that it exists, and the fields that the parent orders by. PostgreSQL joins it best
 * if it is one level, so its values are computed once only where they are shown twice.
 */
function oneSql({ plan, orderKeys }: Embed, limits: Limits): Fragment {
  const { alias } = plan.scope;
  const check = sortedWithin(alias, orderKeys);
  const keys = orderKeys.map((field, index) => ({
    name: orderKey(index),
    value: checked(check, fieldSql(alias, field)),
  }));
  return rowsSql(plan, limits, isRepeated(plan), [{ name: 'pgrst_found', value: raw('true') }, ...keys]);
}

const orderKey = (index: number) => `pgrst_order_${index}`;

/** The rows of a list as one JSON array. A spread list returns an array per column. */
function listSql({ plan, shown }: Embed, limits: Limits): Fragment {
  const rows = sql`(${readSql(plan, limits)}) as pgrst_list`;
  // Only asked if it is null.
  const some = raw('nullif(count(*), 0) as pgrst_rows');
  if (shown === 'hidden') return sql`select ${some} from ${rows}`;
  if (shown === 'nested') {
    const text = { name: 'pgrst_text', value: rowSql(plan, 'pgrst_list', limits.embedded) };
    return sql`select json_agg("pgrst_text") as pgrst_rows${boundedRows([text], rows, limits.embedded)}`;
  }
  const check = rowWithin(plan, 'pgrst_list', limits.embedded);
  const columns = shownNames(plan).map((name, index) => {
    const value = sql`to_json(pgrst_list.${identifier(name)})`;
    return { name, value: index === 0 ? checked(check, value) : value };
  });
  const lists = columns.map(
    ({ name }) => sql`coalesce(json_agg(${identifier(name)}), '[]') as ${identifier(name)}`,
  );
  return sql`select ${joined([some, ...lists], ', ')}${boundedRows(columns, rows, limits.embedded)}`;
}

function orderSql({ alias }: ReadPlan['scope'], order: readonly PlannedOrder[]): Fragment {
  if (order.length === 0) return nothing;
  const terms = order.map(({ by, direction, nulls }) => {
    const key = 'field' in by ? fieldSql(alias, by.field) : orderedBy(by);
    return sql`${key}${raw(direction ? ` ${direction}` : '')}${raw(nulls ? ` nulls ${nulls}` : '')}`;
  });
  return sql` order by ${joined(terms, ', ')}`;
}

function orderedBy(by: Exclude<PlannedOrder['by'], { readonly field: PlannedField }>): Fragment {
  return sql`${identifier(by.embed)}.${identifier('column' in by ? by.column : orderKey(by.key))}`;
}

function rangeSql({ offset, limit }: ReadPlan['range']): Fragment {
  const limited = limit === null ? nothing : sql` limit ${bind(String(limit))}`;
  return offset === 0 ? limited : sql`${limited} offset ${bind(String(offset))}`;
}
