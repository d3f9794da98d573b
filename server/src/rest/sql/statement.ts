import type { Statement } from '../../database/database.ts';
import type { QualifiedName } from '../catalogue/catalogue.ts';
import type { ActionPlan } from '../plan/action-plan.ts';
import type { Explain } from '../plan/negotiate.ts';
import {
  bind,
  type Fragment,
  identifier,
  joined,
  nothing,
  qualified,
  raw,
  rendered,
  requestBody,
  sql,
} from './fragment.ts';
import { failureMark, limitsOf, MAX_ANSWER_BYTES } from './limits.ts';
import { boundedRows, checked } from './bounded-rows.ts';
import { countedSql, readSql } from './read.ts';
import { rowWithin, valueWithin } from './row-size.ts';
import { writeSql } from './write.ts';
import { callSql } from './call.ts';

/** A plan with its statements, for every request that differs only in values of its body. */
export interface Prepared {
  readonly plan: ActionPlan;
  /** Runs before the main statement, or null. */
  readonly before: Statement | null;
  readonly main: Statement;
  /** Asks for the planner's estimate of the number of rows. */
  readonly estimate: Statement | null;
}

/** The single row that `execute` passes on. Numbers come as text. */
export interface AnswerRow {
  readonly total: string | null;
  readonly rows: string;
  /** Lines of CSV, or the JSON of the rows without brackets, null without rows. */
  readonly body: string | null;
  /** The new row's primary key as pairs of column and value. */
  readonly location: [string, string | null][] | null;
  /** The number of rows an upsert inserted. Null for other statements, and for an upsert without rows. */
  readonly inserted: string | null;
  readonly headers: string | null;
  readonly status: string | null;
}

/** Builds the request's SQL. */
export function prepare(plan: ActionPlan): Prepared {
  const before = preRequestStatement(plan.preRequest);
  const { explain } = plan.format;
  const answer = answerSql(plan);
  const main = rendered(explain ? explainedSql(explain, answer) : answer);
  const { count } = plan.preferences;
  const isEstimated = plan.kind !== 'write' && (count === 'planned' || count === 'estimated');
  return { plan, before, main, estimate: isEstimated ? rendered(estimateSql(plan)) : null };
}

/** The call that runs before each request's own statement, or null. */
export const preRequestStatement = (name: QualifiedName | null): Statement | null =>
  name && rendered(sql`select ${qualified(name)}()`);

function answerSql(plan: ActionPlan): Fragment {
  const shows = showsRows(plan);
  const { counted, total } = totalSql(plan);
  // A read shows its source directly. After a write or a call, the read still selects columns.
  const chosen =
    plan.kind === 'read' || !shows
      ? nothing
      : sql`, pgrst_chosen as (${readSql(plan.read, limitsOf(plan.read))})`;
  const shown = chosen === nothing ? 'pgrst_source' : 'pgrst_chosen';
  return sql`
    with pgrst_source as (${sourceSql(plan)})${chosen}${counted}
    select
      ${total} as total,
      count(*) as rows,
      ${shows ? bodySql(plan, shown) : raw("''")} as body,
      ${locationSql(plan)} as location,
      ${insertedSql(plan)} as inserted,
      ${responseSettings}${guardSql(plan)}${shows ? textsSql(plan, shown) : raw(' from pgrst_source')}`;
}

/** The rows as texts, each bounded before it is built, and all of them together. */
function textsSql(plan: ActionPlan, shown: string): Fragment {
  const text = { name: 'pgrst_text', value: textSql(plan) };
  return boundedRows([text], sql`${raw(shown)} as pgrst_row`, MAX_ANSWER_BYTES);
}

function textSql({ call, read, format: { shape, stripsNulls } }: ActionPlan): Fragment {
  const { row } = limitsOf(read);
  const returns = call?.routine.returns;
  const scalar = returns && returns.kind !== 'composite' ? returns : null;
  const check = scalar
    ? valueWithin(raw('pgrst_row.pgrst_scalar'), scalar.type, row)
    : rowWithin(read, 'pgrst_row', row);
  // PostgreSQL's own text of a row quotes like CSV, within parentheses.
  if (shape === 'csv') return checked(check, raw('left(right(pgrst_row::text, -1), -1)'));
  const json = raw(scalar ? 'to_json(pgrst_row.pgrst_scalar)' : 'row_to_json(pgrst_row)');
  return checked(check, stripsNulls ? sql`json_strip_nulls(${json})` : json);
}

/** Response settings that SQL may have made, read last. */
const responseSettings = raw(`
      nullif(current_setting('response.headers', true), '') as headers,
      nullif(current_setting('response.status', true), '') as status`);

const showsRows = ({ write, preferences }: ActionPlan) =>
  write === null || preferences.representation === 'representation';

/** The texts of all rows. `respond` puts the brackets around those of a list, because PostgreSQL would copy them. */
const bodySql = (plan: ActionPlan, shown: string): Fragment =>
  plan.format.shape === 'csv' ? csvSql(shown) : raw("string_agg(coalesce(pgrst_text::text, 'null'), ',')");

function locationSql({ write, preferences }: ActionPlan): Fragment {
  if (write?.kind !== 'insert' || preferences.representation !== 'headers-only' || !write.returning)
    return raw('null::text[]');
  const pairs = (write.returning as readonly string[]).map(
    (name) => sql`array[${bind(name)}::text, (select ${identifier(name)}::text from pgrst_source)]`,
  );
  return sql`case when count(*) = 1 then array[${joined(pairs, ', ')}] end`;
}

/** The number of rows an upsert inserted, counted by write.ts. */
function insertedSql({ write }: ActionPlan): Fragment {
  return write?.kind === 'insert' && write.conflict?.merges
    ? raw("nullif(current_setting('pgrst.inserted', true), '')")
    : raw('null::text');
}

/**
 * An expression that fails, and so undoes everything, when the number of rows is not what was asked for.
 */
function guardSql(plan: ActionPlan): Fragment {
  const { single, maxAffected, kind, write } = plan;
  const guards: Fragment[] = [];
  const fails = (what: string) => sql`(${bind(`${failureMark}:${what}:`)}::text || count(*))::int`;
  if (write?.kind === 'insert' && write.only) {
    const more = write.body.isArray ? sql` or json_array_length(${requestBody}::json) <> 1` : nothing;
    guards.push(sql`when count(*) <> 1${more} then ${fails('put')}`);
  }
  if (single && kind !== 'read') guards.push(sql`when count(*) <> 1 then ${fails('single')}`);
  if (maxAffected !== null)
    guards.push(sql`when count(*) > ${bind(String(maxAffected))}::bigint then ${fails('affected')}`);
  return guards.length === 0 ? nothing : sql`, case ${joined(guards, ' ')} end as guard`;
}

const explainedSql = ({ format, options }: Explain, statement: Fragment): Fragment =>
  sql`explain (${raw([`format ${format}`, ...options].join(', '))}) ${statement}`;

/** The rows that the request reads, writes or calls. */
function sourceSql(plan: ActionPlan): Fragment {
  if (plan.write) return writeSql(plan.write);
  return plan.call ? callSql(plan.call) : readSql(plan.read, limitsOf(plan.read));
}

/** Returns the common table expression that counts all rows and the expression for the total. */
function totalSql(plan: ActionPlan): { counted: Fragment; total: Fragment } {
  const { count } = plan.preferences;
  const counts = count === 'exact' || count === 'estimated';
  if (plan.kind === 'write' || !counts) return { counted: nothing, total: raw('null::bigint') };
  // An estimate is taken only where counting would go beyond the bound.
  const isBounded = count === 'estimated' && plan.maxRows !== null;
  const bound = isBounded ? sql` limit ${bind(String(plan.maxRows! + 1))}` : nothing;
  return {
    counted: sql`, pgrst_counted as (${countedSql(plan.read, limitsOf(plan.read))}${bound})`,
    total: raw('(select count(*) from pgrst_counted)'),
  };
}

/** Asks the planner how many rows it thinks there are. */
function estimateSql(plan: ActionPlan): Fragment {
  const source = plan.call ? sql`with pgrst_source as (${sourceSql(plan)}) ` : nothing;
  return sql`explain (format json) ${source}${countedSql(plan.read, limitsOf(plan.read))}`;
}

/** The columns of the first row of `shown`, or nothing. */
function csvHeaderSql(shown: string): Fragment {
  return raw(`(
        select coalesce(string_agg(pgrst_key, ','), '')
        from (
          select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
          from (select * from ${shown} limit 1) as pgrst_first
        ) as pgrst_keys
      )`);
}

/** All rows as one text with a header line. */
const csvSql = (shown: string) =>
  sql`${csvHeaderSql(shown)} || E'\\n' || coalesce(string_agg(pgrst_text, E'\\n'), '')`;
