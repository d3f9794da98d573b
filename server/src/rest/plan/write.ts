import type { Relation, Switches } from '../catalogue/catalogue.ts';
import {
  columnNotFound,
  putOfAnotherRow,
  rangeOnPut,
  notImplemented,
  putNotByKey,
  unfilteredWrite,
} from '../errors.ts';
import type { ApiRequest } from '../parse/request.ts';
import type { Conflict, WritePlan, WrittenBody } from './action-plan.ts';
import { planCondition } from './read.ts';
import { asStored } from './resolve.ts';
import type { PlannedCondition, PlannedField, ReadPlan, Scope } from './read-plan.ts';
import type { LogicTree } from '../parse/logic.ts';

/** Plans what the request writes to `relation`, and what of it `read` needs to see. */
export function planWrite(
  request: ApiRequest,
  relation: Relation,
  read: ReadPlan,
  { needsFilter }: Pick<Switches, 'needsFilter'>,
): WritePlan {
  const { scope } = read;
  const base = { relation, returning: returning(request, relation, read) };
  switch (request.action) {
    case 'create':
      return { ...base, kind: 'insert', ...insertion(request, relation, scope) };
    case 'update': {
      const body = writtenBody(request, relation);
      // A row without changes updates nothing, as in PostgREST.
      const where = chosenRows(request, scope, needsFilter && body.columns.length > 0, 'UPDATE');
      return { ...base, kind: 'update', body, where };
    }
    default:
      return { ...base, kind: 'delete', where: chosenRows(request, scope, needsFilter, 'DELETE') };
  }
}

/** The conditions on the rows to write. @throws without any, as Supabase's extension `safeupdate` does */
function chosenRows(
  request: ApiRequest,
  scope: Scope,
  needsFilter: boolean,
  command: string,
): PlannedCondition[] {
  const where = rootWhere(request, scope);
  if (needsFilter && where.length === 0) throw unfilteredWrite(command);
  return where;
}

/** POST inserts rows, or merges them on request. PUT writes the one row that its URL names. */
function insertion(request: ApiRequest, relation: Relation, scope: Scope) {
  const body = writtenBody(request, relation);
  if (request.method !== 'PUT') return { body, conflict: conflict(request, relation), only: null };
  return {
    body: { ...body, fillsDefaults: false },
    conflict: { columns: relation.primaryKey, merges: true },
    only: putConditions(request, relation, scope),
  };
}

const rootFilters = ({ query }: ApiRequest): LogicTree[] =>
  query.filters.filter(({ path }) => path.length === 0).map(({ what }) => what);

const rootWhere = (request: ApiRequest, scope: Scope): PlannedCondition[] =>
  rootFilters(request).map((filter) => planCondition(scope, [], filter));

function writtenBody({ payload, preferences }: ApiRequest, relation: Relation): WrittenBody {
  if (payload?.kind !== 'json') throw new TypeError('a write has a JSON body');
  const columns = payload.keys.map((key) => {
    const column = relation.columns.get(key);
    if (!column) throw columnNotFound(relation.name, key);
    return asStored(column);
  });
  return { isArray: payload.isArray, columns, fillsDefaults: preferences.missing === 'default' };
}

function conflict({ query, preferences }: ApiRequest, relation: Relation): Conflict | null {
  // As PostgREST has it: without a resolution on_conflict means nothing, and a conflict is one.
  if (preferences.resolution === null) return null;
  const columns = query.onConflict ?? relation.primaryKey;
  for (const column of columns)
    if (!relation.columns.has(column)) throw columnNotFound(relation.name, column);
  return columns.length === 0 ? null : { columns, merges: preferences.resolution === 'merge-duplicates' };
}

function returning({ preferences, method }: ApiRequest, relation: Relation, read: ReadPlan) {
  if (preferences.representation === 'representation') return columnsRead(read);
  if (preferences.representation === 'headers-only' && method === 'POST' && relation.primaryKey.length > 0)
    return relation.primaryKey;
  return null;
}

/** Returns the columns that the read takes from the written rows, so that no privilege on others is needed. */
function columnsRead(read: ReadPlan): WritePlan['returning'] {
  const columns = new Set<string>();
  const add = ({ column }: PlannedField) => column !== null && columns.add(column);
  for (const { from } of read.outputs) {
    if ('star' in from || ('field' in from && from.field.column === null)) return 'all';
    if ('field' in from) add(from.field);
  }
  for (const { by } of read.order) if ('field' in by) add(by.field);
  for (const { plan } of read.embeds) {
    if (plan.source.kind !== 'embedded') continue;
    const { relationship } = plan.source;
    if (relationship.kind === 'computed') return 'all';
    const pairs =
      relationship.kind === 'many-to-many' ? relationship.junction.toOrigin : relationship.columns;
    for (const [column] of pairs) columns.add(column);
  }
  return columns.size === 0 ? null : [...columns];
}

/** Returns PUT's conditions on the body's row, which has the values of the URL in every column of the primary key. */
function putConditions(request: ApiRequest, relation: Relation, scope: Scope): PlannedCondition[] {
  const { query, payload } = request;
  if (query.limits.length > 0 || query.offsets.length > 0) throw rangeOnPut();
  if (query.onConflict) throw notImplemented('on_conflict is not possible on PUT');
  const named = rootFilters(request).map(equalledColumn).toSorted();
  const key = relation.primaryKey.toSorted();
  if (key.length === 0 || named.length !== key.length || named.some((name, index) => name !== key[index]))
    throw putNotByKey();
  const written = payload?.kind === 'json' ? payload.keys : [];
  if (!key.every((name) => written.includes(name))) throw putOfAnotherRow();
  return rootWhere(request, scope);
}

/** Returns the column that a filter compares with `eq`, or null for other filters. */
function equalledColumn(filter: LogicTree): string | null {
  if (filter.kind !== 'condition' || filter.field.path.length > 0) return null;
  const { condition, field } = filter;
  const isPlain = condition.operator === 'eq' && condition.quantifier === null && !condition.negated;
  return isPlain ? field.name : null;
}
