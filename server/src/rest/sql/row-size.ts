import type { Output, PlannedField, ReadPlan } from '../plan/read-plan.ts';
import { handedUp } from '../plan/outputs.ts';
import { fieldSql } from './field.ts';
import { type Fragment, identifier, sql } from './fragment.ts';
import { MAX_SOURCE_BYTES, within } from './limits.ts';
import { SHORT, simpleName, sized, STRING, totalSize, type Unweighted } from './value-size.ts';

/** An expression that is true, and fails if a row of `plan` exceeds the limit. Null if no row can. */
export function rowWithin(plan: ReadPlan, alias: string, limit: number): Fragment | null {
  const size = totalSize(shownValues(plan, alias).map(sized));
  return size && within(size, limit);
}

/** The same for what the casts, JSON paths and aggregates of a row unpack, once for each step. */
export function sourcesWithin(plan: ReadPlan, outputs: readonly Output[], limit: number): Fragment | null {
  const unpacked = outputs.flatMap((output) =>
    'field' in output.from ? { field: output.from.field, weight: sourceWeight(plan, output) } : [],
  );
  return sizeWithin(
    plan.scope.alias,
    unpacked.filter(({ weight }) => weight > 0),
    limit,
  );
}

/** An aggregate keeps a value until the next row, and groups keep theirs until the end. */
function sourceWeight({ grouped }: ReadPlan, { from, cast, aggregate }: Output): number {
  if (!('field' in from) || from.field.column === null) return 0;
  const { path, isStored } = from.field;
  const computed = path.length + castWeight(cast);
  if (!grouped || aggregate === 'count') return computed;
  return computed + (aggregate ? 1 : computed > 0 || !isStored ? SORTED : 0);
}

/** Returns true if the output counts among what its row unpacks. */
export const isUnpacked = (plan: ReadPlan, output: Output): boolean => sourceWeight(plan, output) > 0;

/** A column that an expression unpacks, and how often. */
export interface Unpacked {
  readonly field: PlannedField;
  readonly weight: number;
}

/** PostgreSQL has several sort keys in memory, however many it keeps on disk. */
const SORTED = 4;

/** The sort keys that PostgreSQL computes. A stored column is a reference. */
export const sortedBy = (fields: readonly PlannedField[]): Unpacked[] =>
  fields
    .filter(({ path, isStored }) => path.length > 0 || !isStored)
    .map((field) => ({ field, weight: SORTED * Math.max(1, field.path.length) }));

/** The same for the sort keys of a level. */
export const sortedWithin = (alias: string, fields: readonly PlannedField[]): Fragment | null =>
  unpackedWithin(alias, sortedBy(fields));

/** The same for what filters and sort keys of a level unpack. */
export const unpackedWithin = (alias: string, unpacked: readonly Unpacked[]): Fragment | null =>
  sizeWithin(alias, unpacked, MAX_SOURCE_BYTES);

function sizeWithin(alias: string, unpacked: readonly Unpacked[], limit: number): Fragment | null {
  const size = totalSize(
    unpacked.flatMap(({ field, weight }) => {
      if (field.column === null) return [];
      const value = fieldSql(alias, { ...field, path: [] });
      const type = simpleName(field.type ?? 'other');
      return [{ value, type, isStored: true, isExpression: !field.isStored, key: field.column, weight }];
    }),
  );
  return size && within(size, limit);
}

/** A text that is parsed, as into a document or an array, takes a multiple of its size. */
function castWeight(cast: string | null): number {
  if (cast === null) return 0;
  const type = simpleName(cast);
  return STRING.test(type) || SHORT.test(type) || type === 'numeric' ? 2 : 32;
}

/** The same for one value, which a function returned. */
export function valueWithin(value: Fragment, type: string, limit: number): Fragment | null {
  const size = totalSize([sized({ value, type: simpleName(type), isStored: true, key: '' })]);
  return size && within(size, limit);
}

/** The column whose cast or path an output is, or null. */
export function computedFrom({ from, cast }: Output): PlannedField | null {
  if (!('field' in from) || from.field.column === null) return null;
  return cast !== null || from.field.path.length > 0 ? from.field : null;
}

/** The names of the columns of a level's rows. */
export function shownNames({ scope, outputs, embeds }: ReadPlan): string[] {
  const own = outputs.flatMap(({ from, name }) => ('star' in from ? [...scope.columns.keys()] : name));
  return [...own, ...embeds.filter(({ shown }) => shown === 'nested').map(({ name }) => name)];
}

/** The columns of a level's rows, as the level above refers to them. */
function shownValues(plan: ReadPlan, alias: string): Unweighted[] {
  const { scope, outputs, embeds } = plan;
  const rows = identifier(alias);
  const valueOf = (name: string) => sql`${rows}.${identifier(name)}`;
  const made = { type: null, isStored: false };
  const own = outputs.flatMap((output): Unweighted[] => {
    const { from, name } = output;
    if (!('star' in from)) return [{ value: valueOf(name), ...describeOutput(plan, output) }];
    // The columns of a record that a function returns may be unknown.
    if (scope.columns.size === 0) return [{ value: rows, ...made, key: '*' }];
    return [...scope.columns.values()].map(({ name: column, baseType }) => ({
      value: valueOf(column),
      type: simpleName(baseType),
      isStored: true,
      key: column,
    }));
  });
  const nested = embeds.filter(({ shown }) => shown === 'nested');
  return [...own, ...nested.map(({ name }) => ({ value: valueOf(name), ...made, key: `${name}()` }))];
}

function describeOutput(plan: ReadPlan, output: Output): Omit<Unweighted, 'value'> {
  const { from, name, cast, aggregate } = output;
  const isPlain = 'field' in from && from.field.path.length === 0 && aggregate === null;
  return {
    type: typeOf(plan, output),
    isStored: isPlain,
    key: isPlain ? `${from.field.column}::${cast}` : `${name}()`,
  };
}

/** The type of an output with all its casts, null for JSON that the statement makes. */
function typeOf(plan: ReadPlan, { from, cast, aggregate, aggregateCast }: Output): string | null {
  if (aggregateCast !== null) return simpleName(aggregateCast);
  if (aggregate === 'count') return 'bigint';
  const type = cast === null ? valueType(plan, from) : simpleName(cast);
  const isOther =
    (aggregate === 'sum' || aggregate === 'avg') && type !== null && !SHORT.test(type) && type !== 'numeric';
  return isOther ? 'other' : type;
}

function valueType(plan: ReadPlan, from: Output['from']): string | null {
  if ('star' in from) return null;
  if ('field' in from) return fieldType(from.field);
  if (from.isJson) return null;
  const embed = plan.embeds.find(({ plan: { scope } }) => scope.alias === from.embed)!;
  const output = embed.plan.outputs.find(({ name, aggregate }, index) =>
    aggregate ? handedUp(index) === from.column : name === from.column,
  );
  // The level above computes the aggregate.
  return output ? typeOf(embed.plan, { ...output, aggregate: null, aggregateCast: null }) : null;
}

function fieldType({ type, path }: PlannedField): string {
  const last = path.at(-1);
  if (last) return last.asText ? 'text' : type === 'json' ? 'json' : 'jsonb';
  return simpleName(type ?? 'other');
}
