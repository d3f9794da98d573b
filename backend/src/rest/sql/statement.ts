import type { Statement } from '../../database/database.ts';
import type { ActionPlan } from '../plan/action-plan.ts';
import type { Explain, Format } from '../plan/negotiate.ts';
import { callSql } from './call.ts';
import { bind, type Fragment, identifier, joined, nothing, raw, rendered, sql } from './fragment.ts';
import { countedSql, readSql } from './read.ts';
import { writeSql } from './write.ts';

/** The statements of one request: its own, then, where a count is to be estimated, the planner's word on it. */
export interface Statements {
  readonly main: Statement;
  readonly estimate: Statement | null;
}

/** One row: what `execute` hands on. Numbers come as text. */
export interface AnswerRow {
  readonly total: string | null;
  readonly rows: string;
  readonly body: string;
  /** The new row's primary key: pairs of column and value. */
  readonly location: [string, string][] | null;
  readonly inserted: string | null;
  readonly headers: string | null;
  readonly status: string | null;
}

/** Makes the request's SQL; `mark` makes the errors recognisable that a statement raises to undo itself. */
export function statements(plan: ActionPlan, mark: string): Statements {
  const { explain } = plan.format;
  const main = answerSql(plan, explain?.of ?? plan.format, mark);
  const text = rendered(explain ? explainedSql(explain, main) : main);
  const counted = plan.count === 'planned' || plan.count === 'estimated';
  const estimate = counted && plan.kind !== 'write' ? rendered(estimateSql(plan)) : null;
  return { main: { ...text, name: text.text }, estimate };
}

function answerSql(plan: ActionPlan, format: Format, mark: string): Fragment {
  const shows = showsRows(plan);
  const { counted, total } = totalSql(plan);
  // What a read reads is shown as it is; from what a write or a call gave back, the read has yet to choose.
  const chosen = plan.kind === 'read' || !shows ? nothing : sql`, pgrst_chosen as (${readSql(plan.read)})`;
  const shown = chosen === nothing ? 'pgrst_source' : 'pgrst_chosen';
  return sql`with pgrst_source as (${sourceSql(plan)})${chosen}${counted} select ${total} as total, count(*) as rows, ${shows ? bodySql(plan, format, shown) : raw("''")} as body, ${locationSql(plan)} as location, ${insertedSql(plan)} as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status${guardSql(plan, mark)} from ${raw(shown)} as pgrst_rows`;
}

function sourceSql(plan: ActionPlan): Fragment {
  if (plan.write) return writeSql(plan.write);
  return plan.call ? callSql(plan.call) : readSql(plan.read);
}

const showsRows = ({ write, preferences }: ActionPlan) =>
  write === null || preferences.representation === 'representation';

function totalSql(plan: ActionPlan): { counted: Fragment; total: Fragment } {
  const counts = plan.count === 'exact' || plan.count === 'estimated';
  if (plan.kind === 'write' || !counts) return { counted: nothing, total: raw('null::bigint') };
  // An estimate is taken only where counting would go beyond the bound.
  const bound =
    plan.count === 'estimated' && plan.maxRows !== null
      ? sql` limit ${bind(String(plan.maxRows + 1))}`
      : nothing;
  return {
    counted: sql`, pgrst_counted as (${countedSql(plan.read)}${bound})`,
    total: raw('(select count(*) from pgrst_counted)'),
  };
}

function bodySql(plan: ActionPlan, { shape, stripsNulls }: Format, shown: string): Fragment {
  if (shape === 'csv') return csvSql(shown);
  const returns = plan.call?.routine.returns;
  const value = raw(returns && returns.kind !== 'composite' ? 'pgrst_rows.pgrst_scalar' : 'pgrst_rows');
  const list = raw(stripsNulls ? 'json_strip_nulls(json_agg(' : '(json_agg(');
  const single = shape === 'object' || (returns && !returns.set);
  return single
    ? sql`coalesce((${list}${value}))->0)::text, 'null')`
    : sql`coalesce(${list}${value}))::text, '[]')`;
}

/** A header line with the columns of the first row, then PostgreSQL's own text of each row, which quotes like CSV. */
const csvSql = (shown: string) =>
  raw(`${csvHeader(shown)} || E'\\n' || coalesce(string_agg(${csvLine}, E'\\n'), '')`);

const csvLine = 'substring(pgrst_rows::text, 2, length(pgrst_rows::text) - 2)';

function csvHeader(shown: string): string {
  const first = `(select * from ${shown} limit 1) as pgrst_first`;
  const keys = `(select json_object_keys(row_to_json(pgrst_first)) as pgrst_key from ${first}) as pgrst_keys`;
  return `(select coalesce(string_agg(pgrst_key, ','), '') from ${keys})`;
}

/** A read whose first row says what an AnswerRow says, with the header as its body; a `line` of CSV in each other. */
export function streamedStatement(plan: ActionPlan): Statement {
  const { counted, total } = totalSql(plan);
  const header = raw(csvHeader('pgrst_source'));
  const statement = sql`with pgrst_source as materialized (${readSql(plan.read)})${counted} select ${total} as total, (select count(*) from pgrst_source) as rows, ${header} as body, null as location, null as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, null as line union all select null, null, null, null, null, null, null, ${raw(csvLine)} from pgrst_source as pgrst_rows`;
  return rendered(statement);
}

function locationSql({ write, preferences }: ActionPlan): Fragment {
  if (write?.kind !== 'insert' || preferences.representation !== 'headers-only' || !write.returning)
    return raw('null::text[]');
  const pairs = (write.returning as readonly string[]).map(
    (name) => sql`array[${bind(name)}::text, (select ${identifier(name)}::text from pgrst_source)]`,
  );
  return sql`case when count(*) = 1 then array[${joined(pairs, ', ')}] end`;
}

/** How many rows an upsert made anew (counted by write.ts). */
function insertedSql({ write }: ActionPlan): Fragment {
  return write?.kind === 'insert' && write.conflict?.merges
    ? raw("nullif(current_setting('pgrst.inserted', true), '')")
    : raw('null::text');
}

/** An expression that fails, and so undoes everything, when the number of rows is not what was asked for. */
function guardSql({ single, maxAffected, kind }: ActionPlan, mark: string): Fragment {
  const guards: Fragment[] = [];
  const fails = (what: string) => sql`(${bind(`${mark}:${what}:`)}::text || count(*))::int`;
  if (single && kind !== 'read') guards.push(sql`when count(*) <> 1 then ${fails('single')}`);
  if (maxAffected !== null)
    guards.push(sql`when count(*) > ${bind(String(maxAffected))}::bigint then ${fails('affected')}`);
  return guards.length === 0 ? nothing : sql`, case ${joined(guards, ' ')} end as guard`;
}

function explainedSql({ format, options }: Explain, statement: Fragment): Fragment {
  return sql`explain (${raw([`format ${format}`, ...options].join(', '))}) ${statement}`;
}

function estimateSql(plan: ActionPlan): Fragment {
  const counted = countedSql(plan.read);
  return plan.call
    ? sql`explain (format json) with pgrst_source as (${sourceSql(plan)}) ${counted}`
    : sql`explain (format json) ${counted}`;
}
