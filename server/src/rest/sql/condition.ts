import type { Condition, QuantifiableOperator, SimpleOperator, TextSearchOperator } from '../parse/filter.ts';
import type { PlannedCondition, PlannedField } from '../plan/read-plan.ts';
import { fieldSql } from './field.ts';
import { bind, type Fragment, identifier, joined, nothing, raw, sql } from './fragment.ts';
import { sortedBy, type Unpacked, unpackedWithin } from './row-size.ts';
import { isLong } from './value-size.ts';

const quantifiable: Readonly<Record<QuantifiableOperator, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};

const simple: Readonly<Record<SimpleOperator | 'isdistinct', string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
};

const queryFunctions: Readonly<Record<TextSearchOperator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
};

/** A `where` clause of all conditions, or nothing. */
export function whereSql(
  alias: string,
  conditions: readonly PlannedCondition[],
  more: readonly Fragment[] = [],
  sorted: readonly PlannedField[] = [],
): Fragment {
  const fragments = conditions.map((condition) => conditionSql(alias, condition));
  const all = [...checkedSql(alias, fragments, conditions.flatMap(unpackedBy), sortedBy(sorted)), ...more];
  return all.length === 0 ? nothing : sql` where ${joined(all, ' and ')}`;
}

/** Filters that unpack less are not checked first, because that keeps PostgreSQL from using an index. */
const MAX_UNCHECKED = 4;

/** The conditions with a check of what they and the sort keys unpack. */
function checkedSql(
  alias: string,
  fragments: readonly Fragment[],
  unpacked: readonly (Unpacked & { readonly isSearch: boolean })[],
  sorted: readonly Unpacked[],
): readonly Fragment[] {
  const searches = unpacked.filter(({ isSearch }) => isSearch);
  const weight = unpacked.reduce((sum, { weight, isSearch }) => sum + (isSearch ? 0 : weight), 0);
  const isFirst = weight > 0 && weight + sorted.length > MAX_UNCHECKED;
  const check =
    isFirst || searches.length + sorted.length > 0 ? unpackedWithin(alias, [...unpacked, ...sorted]) : null;
  if (check === null) return fragments;
  if (isFirst) return [sql`case when ${check} then ${joined(fragments, ' and ')} end`];
  // PostgreSQL tests it before it makes a text search vector, which costs more, and can still use an index.
  return [sql`(case when ${check} then 1 end) is not null`, ...fragments];
}

/** Operators that unpack a stored text and keep it until the next row, by how much of it they keep. */
const UNPACKED: Readonly<Record<string, number>> = { like: 1, ilike: 1, match: 5, imatch: 5 };

/** A computed value is kept along with what it is computed from. */
const COMPUTED = 2;

/** A path into another type makes a document of the whole value, whose columns may be compressed. */
const WHOLE = 4;

/** A text search vector of short words takes up to 32 times the text. */
const SEARCHED = 12;

function unpackedBy(planned: PlannedCondition): (Unpacked & { readonly isSearch: boolean })[] {
  if (planned.kind === 'group') return planned.members.flatMap(unpackedBy);
  if (planned.kind === 'presence') return [];
  const { field, condition } = planned;
  const { path, isStored, type } = field;
  const isSearch = 'language' in condition && (type !== 'tsvector' || path.length > 0);
  const unpacked = 'quantifier' in condition ? (UNPACKED[condition.operator] ?? 0) : 0;
  const steps = path.length + (!isStored && isLong(type) ? 1 : 0);
  const isWhole = path.length > 0 && !/^jsonb?$/.test(type ?? '');
  const weight =
    (isWhole ? WHOLE : 0) + COMPUTED * steps + unpacked * patternsOf(condition) + (isSearch ? SEARCHED : 0);
  return weight === 0 ? [] : [{ field, weight, isSearch }];
}

const patternsOf = (condition: Condition): number =>
  'quantifier' in condition && condition.quantifier !== null ? condition.value.split(',').length : 1;

function conditionSql(alias: string, planned: PlannedCondition): Fragment {
  if (planned.kind === 'group') {
    const members = planned.members.map((member) => conditionSql(alias, member));
    return sql`${raw(planned.negated ? 'not ' : '')}(${joined(members, ` ${planned.by} `)})`;
  }
  if (planned.kind === 'presence') {
    const rows = raw(planned.single ? '.pgrst_found' : '.pgrst_rows');
    const test = raw(planned.present ? 'is distinct from null' : 'is not distinct from null');
    return sql`${identifier(planned.embed)}${rows} ${test}`;
  }
  const test = testSql(alias, planned.field, planned.condition);
  return planned.condition.negated ? sql`not (${test})` : test;
}

function testSql(alias: string, field: PlannedField, condition: Condition): Fragment {
  const tested = fieldSql(alias, field);
  if ('state' in condition) return sql`${tested} is ${raw(condition.state.replace('_', ' '))}`;
  if ('values' in condition) return sql`${tested} = any (${bind(listLiteral(condition.values))})`;
  if ('language' in condition) return textSearchSql(tested, field, condition);
  if ('quantifier' in condition) return quantifiedSql(tested, condition);
  return sql`${tested} ${raw(simple[condition.operator])} ${bind(condition.value)}`;
}

function quantifiedSql(
  tested: Fragment,
  { operator, quantifier, value }: Extract<Condition, { quantifier: unknown }>,
): Fragment {
  const isPattern = operator === 'like' || operator === 'ilike';
  const bound = bind(isPattern ? value.replaceAll('*', '%') : value);
  const operand = quantifier ? sql`${raw(quantifier)} (${bound})` : bound;
  return sql`${tested} ${raw(quantifiable[operator])} ${operand}`;
}

function textSearchSql(
  tested: Fragment,
  { type, path }: PlannedField,
  { operator, language, value }: Extract<Condition, { language: unknown }>,
): Fragment {
  const inLanguage = language === null ? nothing : sql`${bind(language)}::regconfig, `;
  const isVector = type === 'tsvector' && path.length === 0;
  const vector = isVector ? tested : sql`to_tsvector(${inLanguage}${tested})`;
  return sql`${vector} @@ ${raw(queryFunctions[operator])}(${inLanguage}${bind(value)})`;
}

/** PostgreSQL's text form of an array. The list `()` is empty. */
function listLiteral(values: readonly string[]): string {
  if (values.length === 1 && values[0] === '') return '{}';
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
