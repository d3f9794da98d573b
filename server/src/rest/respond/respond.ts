import { invalidRange, notSingular, invalidResponseHeaders, invalidResponseStatus } from '../errors.ts';
import { z } from 'zod';
import { jsonOrNull } from '../../configuration/json-or-null.ts';
import type { Answer } from '../execute/execute.ts';
import type { ApiRequest } from '../parse/request.ts';
import type { ActionPlan } from '../plan/action-plan.ts';
import { canonicalQuery } from '../parse/query.ts';

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** The answer as PostgREST 14 gives it. */
export function respond(request: ApiRequest, plan: ActionPlan, answer: Answer): Response {
  if (plan.format.explain)
    return { status: 200, headers: contentHeaders(request, plan), body: answer.row.body ?? '' };
  const base = plan.write ? respondToWrite(request, plan, answer) : respondToRead(request, plan, answer);
  const headers: Record<string, string | string[]> = { ...base.headers };
  const preferences = appliedPreferences(request, plan);
  if (preferences !== '') headers['preference-applied'] = preferences;
  for (const [name, value] of headersFromSql(answer.row.headers)) replaceHeader(headers, name, value);
  const status = statusFromSql(answer.row.status) ?? base.status;
  return { ...base, headers, status };
}

/** Several cookies are kept. Of another header the last one counts. */
function replaceHeader(headers: Record<string, string | string[]>, name: string, value: string): void {
  const key = name.toLowerCase();
  headers[key] = key === 'set-cookie' ? [headers[key] ?? [], value].flat() : value;
}

function contentHeaders({ target, namesSchema }: ApiRequest, { format }: ActionPlan): Record<string, string> {
  return { 'content-type': format.contentType, ...(namesSchema ? { 'content-profile': target.schema } : {}) };
}

function respondToRead(request: ApiRequest, plan: ActionPlan, answer: Answer): Response {
  const { row } = answer;
  const returned = Number(row.rows);
  const { offset } = plan.read.range;
  const total = totalOf(plan, answer, offset + returned);
  if (plan.single && returned !== 1) throw notSingular(returned);
  if (total !== null && offset > total)
    throw invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, total);
  const range = { 'content-range': contentRange(offset, offset + returned - 1, total) };
  if (plan.call?.routine.returns.kind === 'void') return { status: 204, headers: range, body: '' };
  const location: Record<string, string> = plan.call ? {} : { 'content-location': contentLocation(request) };
  return {
    // All rows, or a part of them.
    status: total !== null && returned < total ? 206 : 200,
    headers: { ...range, ...location, ...contentHeaders(request, plan) },
    body: request.method === 'HEAD' || hidesResult(request, plan) ? '' : bodyOf(plan, row.body),
  };
}

/** The body of an answer, which is a list unless one row or value was asked for or a function returns one. */
function bodyOf({ format, call }: ActionPlan, rows: string | null): string {
  if (format.shape === 'csv') return rows ?? '';
  const isSingle = format.shape === 'object' || (call !== null && !call.routine.returns.set);
  return isSingle ? (rows ?? 'null') : `[${rows ?? ''}]`;
}

/** A call may ask for no result, as postgrest-js does for HEAD with arguments too large for a URL. */
const hidesResult = ({ method, preferences }: ApiRequest, { call }: ActionPlan) =>
  call !== null && method === 'POST' && preferences.representation === 'minimal';

/** Returns the total, counted or estimated by the planner where counting stopped at its limit. */
function totalOf(
  { preferences, maxRows }: ActionPlan,
  { row, estimate }: Answer,
  seen: number,
): number | null {
  const { count } = preferences;
  if (count === null) return null;
  if (count === 'exact') return Number(row.total);
  if (count === 'planned') return estimate;
  const counted = Number(row.total);
  return maxRows !== null && counted > maxRows ? Math.max(estimate ?? 0, counted, seen) : counted;
}

function respondToWrite(request: ApiRequest, plan: ActionPlan, { row }: Answer): Response {
  const written = Number(row.rows);
  const { count, representation } = plan.preferences;
  const total = count === 'exact' || count === 'estimated' ? written : null;
  const shows = representation === 'representation';
  const last = request.action === 'update' ? written - 1 : -1;
  const headers = {
    'content-range': contentRange(0, last, total),
    ...(row.location ? { location: createdLocation(request, row.location) } : {}),
    ...(shows ? contentHeaders(request, plan) : {}),
  };
  const status = writeStatus(request, Number(row.inserted ?? written), shows);
  return { status, headers, body: shows ? bodyOf(plan, row.body) : '' };
}

function writeStatus({ action, method, preferences }: ApiRequest, inserted: number, shows: boolean): number {
  if (action !== 'create') return shows ? 200 : 204;
  if (method === 'PUT') return inserted > 0 ? 201 : shows ? 200 : 204;
  return preferences.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201;
}

/** Returns `Preference-Applied`, the preferences that this kind of request respects. */
function appliedPreferences({ action, method, query }: ApiRequest, plan: ActionPlan): string {
  const { resolution, missing, representation, count, transaction, handling, timeZone, maxAffected } =
    plan.preferences;
  const writes = plan.write !== null;
  const creates = method === 'POST' && action === 'create';
  const upserts = creates && (query.onConflict !== null || (plan.write?.relation.primaryKey.length ?? 0) > 0);
  const applied = [
    upserts && resolution && `resolution=${resolution}`,
    writes && action !== 'delete' && method !== 'PUT' && missing && `missing=${missing}`,
    writes && representation && `return=${representation}`,
    count && `count=${count}`,
    transaction && plan.mayRollBack && `tx=${transaction}`,
    handling && `handling=${handling}`,
    timeZone && `timezone=${timeZone}`,
    plan.maxAffected !== null && handling === 'strict' && `max-affected=${maxAffected}`,
  ];
  return applied.filter((preference) => typeof preference === 'string' && preference !== '').join(', ');
}

/** Formats `0-9/100`, the returned rows and the total. `*` means none or not counted. */
function contentRange(first: number, last: number, total: number | null): string {
  const rows = first <= last && total !== 0 ? `${first}-${last}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** Returns the address of a read, the relation with the query sorted by name. */
function contentLocation({ target, query }: ApiRequest): string {
  const provided = canonicalQuery(query);
  return `/${encodeURIComponent(target.name)}${provided === '' ? '' : `?${provided}`}`;
}

/** Returns the address of the new row, the relation filtered by its primary key. */
function createdLocation({ target }: ApiRequest, key: readonly (readonly [string, string | null])[]): string {
  const filters = key.map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  );
  return `/${encodeURIComponent(target.name)}?${filters.join('&')}`;
}

/** Reads the headers that SQL set in `response.headers`, `[{"name": "value"}, …]`. */
function headersFromSql(setting: string | null): [string, string][] {
  if (setting === null) return [];
  const headers = z
    .array(headersOfSql)
    .safeParse(jsonOrNull(setting))
    .data?.map(Object.entries<string>);
  if (!headers?.every(({ length }) => length === 1)) throw invalidResponseHeaders();
  return headers.flat();
}

/** Headers that HTTP can carry. */
export const headersOfSql = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
);

/** Returns the status that SQL set in `response.status`, or null. */
function statusFromSql(setting: string | null): number | null {
  if (setting === null) return null;
  const status = /^\d{3}$/.test(setting) ? Number(setting) : 0;
  if (status < 200 || status > 599) throw invalidResponseStatus();
  return status;
}
