import { handedUp } from '../plan/outputs.ts';
import type { Output, ReadPlan } from '../plan/read-plan.ts';
import { boundedValue, checked } from './bounded-rows.ts';
import { fieldSql } from './field.ts';
import { type Fragment, identifier, raw, sql } from './fragment.ts';
import type { Limits } from './limits.ts';
import { isUnpacked, sourcesWithin } from './row-size.ts';

/** A column of a select list. */
export interface Named {
  readonly name: string;
  readonly value: Fragment;
}

export const namedSql = ({ name, value }: Named): Fragment => sql`${value} as ${identifier(name)}`;

/** PostgreSQL computes a row's columns in their order, so the first that unpacks something looks at what all unpack. */
export function outputsSql(plan: ReadPlan, outputs: readonly Output[], limits: Limits): Fragment[] {
  const check = sourcesWithin(plan, outputs, limits.sources);
  const first = outputs.findIndex((output) => isUnpacked(plan, output));
  return outputs.map((output, index) => {
    if ('star' in output.from) return sql`${identifier(plan.scope.alias)}.*`;
    const value = valueSql(plan, output, limits, index === first ? check : null);
    return namedSql({ name: outputName(plan, output, index), value });
  });
}

function valueSql(plan: ReadPlan, output: Output, limits: Limits, check: Fragment | null): Fragment {
  const { cast, aggregate, aggregateCast } = output;
  const value = sourceSql(plan, output, limits.row);
  const typed = checked(check, cast === null ? value : sql`cast(${value} as ${raw(cast)})`);
  if (!aggregate || !plan.grouped) return typed;
  const aggregated = sql`${raw(aggregate)}(${typed})`;
  return aggregateCast === null ? aggregated : sql`cast(${aggregated} as ${raw(aggregateCast)})`;
}

/** A spread level hands up the values that the level above aggregates. */
export const outputName = ({ grouped }: ReadPlan, { aggregate, name }: Output, index: number): string =>
  aggregate && !grouped ? handedUp(index) : name;

/** The column or JSON path of an output, without its casts. An expression of a view is computed once and bounded. */
export function sourceSql(plan: ReadPlan, { from, aggregate, cast }: Output, limit: number): Fragment {
  const { scope, spread, grouped } = plan;
  if ('star' in from) throw new TypeError('`*` is many columns');
  if ('embed' in from) {
    const type = raw(grouped && from.isJson ? '::jsonb' : '');
    return sql`${identifier(from.embed)}.${identifier(from.column)}${type}`;
  }
  const { column, path, type, isStored } = from.field;
  if (aggregate && column === null && !spread) return raw('*');
  const value = fieldSql(scope.alias, from.field);
  const isExpression = !isStored && !scope.untyped && path.length === 0 && cast === null && !grouped;
  return isExpression && type !== null ? boundedValue(value, type, limit) : value;
}
