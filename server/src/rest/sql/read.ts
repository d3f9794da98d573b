import { handedUp } from '../plan/outputs.ts';
import type { Embed, Output, PlannedField, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { whereSql } from './condition.ts';
import { fieldSql } from './field.ts';
import { bind, type Fragment, identifier, joined, nothing, qualified, raw, sql } from './fragment.ts';
import { boundedRows, checked, rowSql } from './bounded-rows.ts';
import type { Limits } from './limits.ts';
import { computedFrom, rowWithin, shownNames, sourcesWithin, unpackedWithin } from './row-size.ts';

/** The rows of a level with its embeds. `hidden` are further columns that are not shown. */
export function readSql(plan: ReadPlan, limits: Limits, hidden: readonly Fragment[] = []): Fragment {
  const { scope, outputs, embeds, grouped, range } = plan;
  const own = outputsSql(plan, limits);
  const nested = embeds
    .filter(({ shown }) => shown === 'nested')
    .map((embed) => nestedSql(embed, grouped, limits));
  const columns = [...own, ...nested, ...hidden];
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
  const asked = new Set(plan.where.flatMap(presences));
  const deciding = plan.embeds.filter(
    ({ join, plan: { scope } }) => join === 'inner' || asked.has(scope.alias),
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

/** PostgreSQL computes a row's columns in their order, so the first that unpacks something looks at what all unpack. */
function outputsSql(plan: ReadPlan, limits: Limits): Fragment[] {
  const check = sourcesWithin(plan, limits.sources);
  const first = check && plan.outputs.findIndex((output) => computedFrom(output) !== null);
  return plan.outputs.map((output, index) => outputSql(plan, output, index, index === first ? check : null));
}

function outputSql(
  { scope, spread, grouped }: ReadPlan,
  output: Output,
  index: number,
  check: Fragment | null,
): Fragment {
  const { from, cast, aggregate, aggregateCast, name } = output;
  if ('star' in from) return sql`${identifier(scope.alias)}.*`;
  const value =
    'field' in from
      ? aggregate && from.field.column === null && !spread
        ? raw('*')
        : fieldSql(scope.alias, from.field)
      : sql`${identifier(from.embed)}.${identifier(from.column)}${raw(grouped && from.isJson ? '::jsonb' : '')}`;
  const casted = cast === null ? value : sql`cast(${value} as ${raw(cast)})`;
  const typed = checked(check, casted);
  if (!aggregate || !grouped)
    return sql`${typed} as ${identifier(aggregate && spread ? handedUp(index) : name)}`;
  const aggregated = sql`${raw(aggregate)}(${typed})`;
  const result = aggregateCast === null ? aggregated : sql`cast(${aggregated} as ${raw(aggregateCast)})`;
  return sql`${result} as ${identifier(name)}`;
}

function nestedSql({ plan, name, single }: Embed, grouped: boolean, limits: Limits): Fragment {
  // Grouping needs equality, which json has not.
  const type = raw(grouped ? '::jsonb' : '');
  const json = single
    ? oneJson(plan, limits)
    : sql`coalesce(${identifier(plan.scope.alias)}.pgrst_rows, '[]')`;
  return sql`${json}${type} as ${identifier(name)}`;
}

/**
 * The JSON of an embedded row, or null. It is made of the row's columns where the parent needs it. PostgreSQL would
 * compute a reference to the whole row for all rows of the embedded relation, and unpack them.
 */
function oneJson(plan: ReadPlan, { embedded }: Limits): Fragment {
  const { alias } = plan.scope;
  const columns = shownNames(plan).map((name) => sql`${identifier(alias)}.${identifier(name)}`);
  const row = sql`(select ${joined(columns, ', ')}) as pgrst_one`;
  const json = checked(rowWithin(plan, alias, embedded), sql`(select row_to_json(pgrst_one) from ${row})`);
  return sql`case when ${identifier(alias)}.pgrst_found then ${json} end`;
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

function joinSql(embed: Embed, limits: Limits): Fragment {
  const { plan, single, join } = embed;
  const alias = identifier(plan.scope.alias);
  const rows = single ? oneSql(embed, limits) : listSql(embed, limits);
  const on = join === 'inner' && !single ? sql`${alias}.pgrst_rows is not null` : raw('true');
  return sql` ${raw(join)} join lateral (${rows}) as ${alias} on ${on}`;
}

/** One row with its columns, a mark that it exists, and the fields that the parent orders by. */
function oneSql({ plan, orderKeys }: Embed, limits: Limits): Fragment {
  const keys = keysOfOrder(plan.scope.alias, orderKeys).map(
    (key, index) => sql`${key} as ${identifier(orderKey(index))}`,
  );
  return readSql(plan, limits, [raw('true as pgrst_found'), ...keys]);
}

/** The fields as SQL. The first looks at what all of them unpack. */
function keysOfOrder(alias: string, fields: readonly PlannedField[]): Fragment[] {
  const unpacked = fields.map((field) => ({ field, weight: field.path.length }));
  const check = unpackedWithin(
    alias,
    unpacked.filter(({ weight }) => weight > 0),
  );
  const first = fields.findIndex(({ path }) => path.length > 0);
  return fields.map((field, index) => checked(index === first ? check : null, fieldSql(alias, field)));
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
  const own = keysOfOrder(
    alias,
    order.flatMap(({ by }) => ('field' in by ? [by.field] : [])),
  );
  const terms = order.map(({ by, direction, nulls }) => {
    const key = 'field' in by ? own.shift()! : orderedBy(by);
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
