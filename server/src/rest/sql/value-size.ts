import { type Fragment, joined, raw, sql } from './fragment.ts';
import { MAX_ROW_BYTES } from './limits.ts';

/** A value that a statement shows or unpacks. */
export interface Sized {
  readonly value: Fragment;
  /** The base type, or null for JSON that the statement itself has made. */
  readonly type: string | null;
  /** True for a column as it is stored, which may be compressed. */
  readonly isStored: boolean;
  /** True for an expression, which is computed once for its size. */
  readonly isExpression?: boolean;
  /** Equal for values that are the same. */
  readonly key: string;
  /** The number of times its size counts. */
  readonly weight: number;
}

export type Unweighted = Omit<Sized, 'weight'>;

/** Types whose text is short, whatever the value. */
export const SHORT =
  /^(?:smallint|integer|bigint|boolean|real|double precision|uuid|date|interval|(?:time|timestamp) with(?:out)? time zone|inet|cidr|macaddr8?|oid|money|name|int[248]|bool|float[48]|timetz|time|timestamp|timestamptz|void|(?:int[48]|date|ts|tstz)range)$/;
export const STRING = /^(?:text|character varying|character|varchar|bpchar)$/;

/** A number of eight bytes may have 131,072 digits, and a document a number of such numbers. */
const HUGE_NUMBER_BYTES = 150_000;
const HUGE = raw('100000000');
const HUGE_NUMBERS = 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)';

/** The sum of the sizes of values, each by its weight. Null if all are always short. */
export function totalSize(values: readonly Sized[]): Fragment | null {
  const different = new Map<string, Sized>();
  for (const value of values) {
    const same = different.get(value.key);
    different.set(value.key, { ...value, weight: value.weight + (same?.weight ?? 0) });
  }
  const byWeight = new Map<number, Fragment[]>();
  for (const value of different.values()) {
    const size = value.isExpression ? sizeOnce(value) : sizeSql(value);
    const { weight } = value;
    if (size !== null) byWeight.set(weight, [...(byWeight.get(weight) ?? []), size]);
  }
  const terms = [...byWeight].map(
    ([weight, sizes]) => sql`${raw(String(weight))} * (0::bigint + ${joined(sizes, ' + ')})`,
  );
  return terms.length === 0 ? null : joined(terms, ' + ');
}

function sizeOnce(sized: Sized): Fragment | null {
  const size = sizeSql({ ...sized, value: raw('pgrst_value') });
  const computed = sql`(select ${sized.value} as pgrst_value offset 0) as pgrst_computed`;
  return size && sql`(select ${size} from ${computed})`;
}

/** Twice the size of what may consist of characters that JSON or CSV escapes. JSON is escaped already. */
export const sized = (value: Unweighted): Sized => ({
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
  const several = severalOf(type);
  if (several !== null) return severalSize(value, several, !type.endsWith('range'));
  switch (type) {
    case 'bytea':
      return sql`coalesce(octet_length(${value}), 0)`;
    case 'bit':
    case 'bit varying':
    case 'varbit':
      return sql`coalesce(length(${value}), 0)`;
    case 'numeric':
      return numberSize(value);
    case 'numrange':
      return sql`${numberSize(sql`lower(${value})`)} + ${numberSize(sql`upper(${value})`)}`;
    case 'json':
      return sql`coalesce(${unpacked}, 0)`;
    case 'jsonb': {
      const isHuge = sql`${value} @? ${raw(`'${HUGE_NUMBERS}'`)}`;
      return sql`coalesce(case when ${isHuge} then ${HUGE} else ${unpacked} end, 0)`;
    }
    case 'jsonpath':
      return sql`coalesce(case when ${unpacked} > 1000 then ${HUGE} else octet_length(${value}::text) end, 0)`;
    case 'other':
      return sql`coalesce(octet_length(${value}::text), 0)`;
    default:
      return OF_A_PROJECT.test(type)
        ? sql`coalesce(${documentSize(value)}, 0)`
        : sql`coalesce(${small(value, staged(value, textSize(value)))}, 0)`;
  }
}

const textSize = (value: Fragment): Fragment => sql`octet_length(${value}::text)`;

/** The text of a value that takes little as it is stored is built at once. */
const small = (value: Fragment, otherwise: Fragment): Fragment =>
  sql`case when pg_column_size(${value}) <= 2000 then ${textSize(value)} else ${otherwise} end`;

/** A value that is too large without its text needs no closer look. An array unpacks its elements. */
function staged(value: Fragment, size: Fragment): Fragment {
  return unpackedFirst(sql`array[${value}]`, size);
}

function unpackedFirst(value: Fragment, size: Fragment): Fragment {
  const unpacked = sql`(select pg_column_size(${value}) as pgrst_size offset 0) as pgrst_unpacked`;
  const isLarge = raw(`pgrst_size > ${MAX_ROW_BYTES}`);
  return sql`(select case when ${isLarge} then pgrst_size else ${size} end from ${unpacked})`;
}

/** The type of the elements of a list, or of the ranges of a multirange. */
const severalOf = (type: string): string | null => {
  if (type.endsWith('[]')) return type.slice(0, -2);
  if (/^_[a-z]/.test(type)) return type.slice(1);
  return /^[a-z0-9]+multirange$/.test(type) ? type.replace('multi', '') : null;
};

const MAX_ELEMENTS = 1_000_000;

/** The sum of the sizes of the elements, one after the other. */
function severalSize(value: Fragment, type: string, isList: boolean): Fragment {
  const element = raw('pgrst_element');
  const size = sizeSql({ value: element, type, isStored: true, key: '', weight: 1 });
  const own = size ?? textSize(element);
  const sum = sql`(select coalesce(sum(4 + coalesce(${own}, 0)), 0) from (select unnest(${value}) as pgrst_element) as pgrst_elements)`;
  if (!isList) return sum;
  const isShort = size === null || STRING.test(type);
  // Joined to nothing, a list is unpacked and not copied.
  const closer = isShort ? sum : unpackedFirst(sql`array_cat(${value}, '{}')`, sum);
  const listed = sql`case when cardinality(${value}) > ${raw(String(MAX_ELEMENTS))} then ${HUGE} else ${closer} end`;
  return isShort ? small(value, listed) : listed;
}

/** Types of a project, such as rows. */
const OF_A_PROJECT = /^(?!extensions\.).*\..*$/;

/** A row keeps its columns compressed, to about a ninetieth. */
const MAX_COMPRESSED_BYTES = 131_072;

/**
 * The size of a value as a document, in which a number of many digits is as short as it is stored. Four bytes are a value
 * of an enumeration.
 */
function documentSize(value: Fragment): Fragment {
  const made = sql`(select to_jsonb(${value}) as pgrst_document offset 0) as pgrst_document`;
  const isHuge = sql`pgrst_document @? ${raw(`'${HUGE_NUMBERS}'`)}`;
  const size = sql`case when ${isHuge} then ${HUGE} else pg_column_size(pgrst_document) end`;
  const isRow = sql`(select typtype = 'c' from pg_catalog.pg_type where oid = pg_typeof(${value}))`;
  const isLarge = sql`pg_column_size(${value}) > ${raw(String(MAX_COMPRESSED_BYTES))} and ${isRow}`;
  const other = staged(value, sql`(select ${size} from ${made})`);
  return sql`case when pg_column_size(${value}) <= 4 then 63 when ${isLarge} then ${HUGE} else ${other} end`;
}

function numberSize(value: Fragment): Fragment {
  const isPlain = sql`${value} is null or ${value} in ('NaN', 'Infinity', '-Infinity') or abs(${value}) < 1e99 and scale(${value}) < 100`;
  return sql`case when ${isPlain} then 100 else ${raw(String(HUGE_NUMBER_BYTES))} end`;
}

export const simpleName = (type: string) => type.replace(/^pg_catalog\./, '').replace(/\(.*\)/, '');

/** Returns true for a type whose values may be long. */
export const isLong = (type: string | null): boolean => !SHORT.test(simpleName(type ?? 'other'));
