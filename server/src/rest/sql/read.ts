import { handedUp } from '../plan/outputs.ts';
import type { Embed, Output, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { whereSql, fieldSql } from './condition.ts';
import { bind, type Fragment, identifier, joined, nothing, qualified, raw, sql } from './fragment.ts';

/** The rows of a level with its embeds. `hidden` are further columns that are not shown. */
export function readSql(plan: ReadPlan, hidden: readonly Fragment[] = []): Fragment {
  const { scope, outputs, embeds, grouped, range } = plan;
  const own = outputs.map((output, index) => outputSql(plan, output, index));
  const nested = embeds.filter(({ shown }) => shown === 'nested').map((embed) => nestedSql(embed, grouped));
  const columns = [...own, ...nested, ...hidden];
  const places = [
    ...outputs.flatMap(({ aggregate }, index) => (aggregate ? [] : [index + 1])),
    ...nested.map((_, index) => outputs.length + index + 1),
  ];
  const groups = grouped && places.length > 0 ? raw(` group by ${places.join(', ')}`) : nothing;
  const list = sql`select ${joined(columns, ', ')}${fromSql(plan)}${joined(embeds.map(joinSql), '')}`;
  return sql`${list}${filteredSql(plan)}${groups}${orderSql(scope, plan.order)}${rangeSql(range)}`;
}

/** The rows of a level without its range, for counting. It joins only embeds that affect the number of rows. */
export function countedSql(plan: ReadPlan): Fragment {
  const asked = new Set(plan.where.flatMap(presences));
  const deciding = plan.embeds.filter(
    ({ join, plan: { scope } }) => join === 'inner' || asked.has(scope.alias),
  );
  return sql`select 1${fromSql(plan)}${joined(deciding.map(joinSql), '')}${filteredSql(plan)}`;
}

function presences(condition: ReadPlan['where'][number]): string[] {
  if (condition.kind === 'presence') return [condition.embed];
  return condition.kind === 'group' ? condition.members.flatMap(presences) : [];
}

function outputSql({ scope, spread, grouped }: ReadPlan, output: Output, index: number): Fragment {
  const { from, cast, aggregate, aggregateCast, name } = output;
  if ('star' in from) return sql`${identifier(scope.alias)}.*`;
  const value =
    'field' in from
      ? aggregate && from.field.column === null && !spread
        ? raw('*')
        : fieldSql(scope.alias, from.field)
      : sql`${identifier(from.embed)}.${identifier(from.column)}${raw(grouped && from.isJson ? '::jsonb' : '')}`;
  const typed = cast === null ? value : sql`cast(${value} as ${raw(cast)})`;
  if (!aggregate || !grouped)
    return sql`${typed} as ${identifier(aggregate && spread ? handedUp(index) : name)}`;
  const aggregated = sql`${raw(aggregate)}(${typed})`;
  const result = aggregateCast === null ? aggregated : sql`cast(${aggregated} as ${raw(aggregateCast)})`;
  return sql`${result} as ${identifier(name)}`;
}

function nestedSql({ plan, name, single, orderKeys }: Embed, grouped: boolean): Fragment {
  const alias = identifier(plan.scope.alias);
  // Grouping needs equality, which json has not.
  const type = raw(grouped ? '::jsonb' : '');
  const json = single
    ? orderKeys.length > 0
      ? sql`${alias}.pgrst_row${type}`
      : sql`row_to_json(${alias}.*)${type}`
    : sql`coalesce(${alias}.pgrst_rows, '[]')${type}`;
  return sql`${json} as ${identifier(name)}`;
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

const filteredSql = (plan: ReadPlan) => whereSql(plan.scope.alias, plan.where, keysSql(plan));

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

function joinSql(embed: Embed): Fragment {
  const { plan, single, join } = embed;
  const alias = identifier(plan.scope.alias);
  const rows = single ? oneSql(embed) : listSql(embed);
  const on = join === 'inner' && !single ? sql`${alias}.pgrst_rows is not null` : raw('true');
  return sql` ${raw(join)} join lateral (${rows}) as ${alias} on ${on}`;
}

/** One row with its columns, and its JSON too if the parent orders by some of its fields and shows it. */
function oneSql({ plan, orderKeys, shown: way }: Embed): Fragment {
  if (orderKeys.length === 0) return readSql(plan);
  const keys = orderKeys.map(
    (field, index) => sql`${fieldSql(plan.scope.alias, field)} as ${identifier(orderKey(index))}`,
  );
  const all = readSql(plan, keys);
  if (way === 'spread') return all;
  const names = orderKeys.map((_, index) => identifier(orderKey(index)));
  const shown = readSql({ ...plan, order: [] });
  const row = sql`(select row_to_json(pgrst_shown.*) from (${shown}) as pgrst_shown)`;
  return sql`select ${row} as pgrst_row, pgrst_all.${joined(names, ', pgrst_all.')} from (${all}) as pgrst_all`;
}

const orderKey = (index: number) => `pgrst_order_${index}`;

/** The rows of a list as one JSON array. A spread list returns an array per column. */
function listSql({ plan, shown }: Embed): Fragment {
  const rows = identifier('pgrst_list');
  const list = sql`json_agg(${rows}) as pgrst_rows`;
  const columns = shown === 'spread' ? handedUpLists(plan) : [];
  return sql`select ${joined([list, ...columns], ', ')} from (${readSql(plan)}) as ${rows}`;
}

function handedUpLists({ outputs, embeds }: ReadPlan): Fragment[] {
  const nested = embeds.filter(({ shown }) => shown === 'nested');
  return [...outputs, ...nested].map(
    ({ name }) => sql`coalesce(json_agg(pgrst_list.${identifier(name)}), '[]') as ${identifier(name)}`,
  );
}

function orderSql({ alias }: ReadPlan['scope'], order: readonly PlannedOrder[]): Fragment {
  if (order.length === 0) return nothing;
  const terms = order.map(({ by, direction, nulls }) => {
    const key = orderedBy(alias, by);
    return sql`${key}${raw(direction ? ` ${direction}` : '')}${raw(nulls ? ` nulls ${nulls}` : '')}`;
  });
  return sql` order by ${joined(terms, ', ')}`;
}

function orderedBy(alias: string, by: PlannedOrder['by']): Fragment {
  if ('field' in by) return fieldSql(alias, by.field);
  return sql`${identifier(by.embed)}.${identifier('column' in by ? by.column : orderKey(by.key))}`;
}

function rangeSql({ offset, limit }: ReadPlan['range']): Fragment {
  const limited = limit === null ? nothing : sql` limit ${bind(String(limit))}`;
  return offset === 0 ? limited : sql`${limited} offset ${bind(String(offset))}`;
}
