import type { Output, PlannedField, ReadPlan } from '../plan/read-plan.ts';
import { handedUp } from '../plan/outputs.ts';
import { fieldSql } from './field.ts';
import { type Fragment, identifier, joined, raw, sql } from './fragment.ts';
import { MAX_SOURCE_BYTES, within } from './limits.ts';

/** A value that a statement shows or unpacks. */
interface Sized {
  readonly value: Fragment;
  /** The base type, or null for JSON that the statement itself has made. */
  readonly type: string | null;
  /** True for a column as it is stored, which may be compressed. */
  readonly isStored: boolean;
  /** Equal for values that are the same. */
  readonly key: string;
  /** The number of times its size counts. */
  readonly weight: number;
}

type Unweighted = Omit<Sized, 'weight'>;

/** Types whose text is short, whatever the value. */
const SHORT =
  /^(?:smallint|integer|bigint|boolean|real|double precision|uuid|date|interval|(?:time|timestamp) with(?:out)? time zone|inet|cidr|macaddr8?|oid|money|name|int[248]|bool|float[48]|timetz|time|timestamp|timestamptz)$/;
const STRING = /^(?:text|character varying|character|varchar|bpchar)$/;

/** A number of eight bytes may have 131,072 digits, and a document a number of such numbers. */
const HUGE_NUMBER_BYTES = 150_000;
const HUGE_DOCUMENT_BYTES = 100_000_000;
const HUGE_NUMBERS = 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)';

/** An expression that is true, and fails if a row of `plan` exceeds the limit. Null if no row can. */
export function rowWithin(plan: ReadPlan, alias: string, limit: number): Fragment | null {
  const size = totalSize(shownValues(plan, alias).map(sized));
  return size && within(size, limit);
}

/** The same for what the casts and JSON paths of a row unpack, once for each step. */
export function sourcesWithin({ scope, outputs }: ReadPlan, limit: number): Fragment | null {
  const unpacked = outputs.flatMap((output) => {
    const field = computedFrom(output);
    return field ? [{ field, weight: field.path.length + castWeight(output.cast) }] : [];
  });
  return sizeWithin(scope.alias, unpacked, limit);
}

/** A column that an expression unpacks, and how often. */
export interface Unpacked {
  readonly field: PlannedField;
  readonly weight: number;
}

/** Filters and sort keys that unpack less are not checked, because a check keeps PostgreSQL from using an index. */
const MAX_UNCHECKED = 4;

/** The same for what the filters or sort keys of a level unpack. Null if that is little. */
export const unpackedWithin = (alias: string, unpacked: readonly Unpacked[]): Fragment | null =>
  unpacked.reduce((sum, { weight }) => sum + weight, 0) > MAX_UNCHECKED
    ? sizeWithin(alias, unpacked, MAX_SOURCE_BYTES)
    : null;

function sizeWithin(alias: string, unpacked: readonly Unpacked[], limit: number): Fragment | null {
  const size = totalSize(
    unpacked.flatMap(({ field, weight }) => {
      if (field.column === null) return [];
      const value = fieldSql(alias, { ...field, path: [] });
      return [{ value, type: simpleName(field.type ?? 'other'), isStored: true, key: field.column, weight }];
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

/** The sum of the sizes of values, each by its weight. Null if all are always short. */
function totalSize(values: readonly Sized[]): Fragment | null {
  const different = new Map<string, Sized>();
  for (const value of values) {
    const same = different.get(value.key);
    different.set(value.key, { ...value, weight: value.weight + (same?.weight ?? 0) });
  }
  const byWeight = new Map<number, Fragment[]>();
  for (const value of different.values()) {
    const size = sizeSql(value);
    const { weight } = value;
    if (size !== null) byWeight.set(weight, [...(byWeight.get(weight) ?? []), size]);
  }
  const terms = [...byWeight].map(
    ([weight, sizes]) => sql`${raw(String(weight))} * (0::bigint + ${joined(sizes, ' + ')})`,
  );
  return terms.length === 0 ? null : joined(terms, ' + ');
}

/** Twice the size of what may consist of characters that JSON or CSV escapes. JSON is escaped already. */
const sized = (value: Unweighted): Sized => ({
  ...value,
  weight: value.type === null || value.type === 'json' || value.type === 'numeric' ? 1 : 2,
});

/** The size of a value's text before it is escaped, found without that text and mostly without unpacking the value. */
function sizeSql({ value, type, isStored }: Sized): Fragment | null {
  // An array unpacks its elements, and nothing else reports the size of stored JSON.
  const unpacked = isStored ? sql`pg_column_size(array[${value}])` : sql`pg_column_size(${value})`;
  if (type === null) return sql`coalesce(pg_column_size(${value}), 0)`;
  if (SHORT.test(type)) return null;
  if (STRING.test(type)) return sql`coalesce(octet_length(${value}), 0)`;
  switch (type) {
    case 'bytea':
      return sql`coalesce(octet_length(${value}), 0)`;
    case 'numeric':
      return sql`case when ${plainNumber(value)} then 100 else ${raw(String(HUGE_NUMBER_BYTES))} end`;
    case 'json':
      return sql`coalesce(${unpacked}, 0)`;
    case 'jsonb': {
      const isHuge = sql`${value} @? ${raw(`'${HUGE_NUMBERS}'`)}`;
      return sql`coalesce(case when ${isHuge} then ${raw(String(HUGE_DOCUMENT_BYTES))} else ${unpacked} end, 0)`;
    }
    default:
      return MAY_HAVE_NUMBERS.test(type)
        ? sql`coalesce(${documentSize(value)}, 0)`
        : sql`coalesce(octet_length(${value}::text), 0)`;
  }
}

/** Lists of numbers and documents, and types of a project, such as rows. */
const MAY_HAVE_NUMBERS = /^(?:(?:numeric|jsonb)\[\]|(?!extensions\.).*\..*)$/;

/**
 * The size of a value as a document, in which a number of many digits is as short as it is stored. Four bytes are a value
 * of an enumeration.
 */
function documentSize(value: Fragment): Fragment {
  const made = sql`(select to_jsonb(${value}) as pgrst_document offset 0) as pgrst_made`;
  const isHuge = sql`pgrst_document @? ${raw(`'${HUGE_NUMBERS}'`)}`;
  const size = sql`case when ${isHuge} then ${raw(String(HUGE_DOCUMENT_BYTES))} else pg_column_size(pgrst_document) end`;
  return sql`case when pg_column_size(${value}) <= 4 then 63 else (select ${size} from ${made}) end`;
}

const plainNumber = (value: Fragment) =>
  sql`${value} is null or ${value} in ('NaN', 'Infinity', '-Infinity') or abs(${value}) < 1e99 and scale(${value}) < 100`;

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

const simpleName = (type: string) => type.replace(/^pg_catalog\./, '').replace(/\(.*\)/, '');
