import * as errors from '../errors.ts';
import type { Catalogue, Column, QualifiedName, Relation, Routine } from '../catalogue/catalogue.ts';
import { similarName } from '../catalogue/similar-name.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { ApiRequest } from '../parse/request.ts';
import type { ActionPlan, CallPlan } from './action-plan.ts';
import { planCall } from './call.ts';
import { negotiate } from './negotiate.ts';
import { planRead, type ReadContext, relationScope } from './read.ts';
import type { Scope } from './read-plan.ts';
import { planWrite } from './write.ts';
import type { Located, Query } from '../parse/query.ts';
import type { SelectItem } from '../parse/select.ts';

/** The relation or function of a request, found in the catalogue. */
export type Target =
  | { readonly kind: 'relation'; readonly relation: Relation }
  | { readonly kind: 'call'; readonly call: CallPlan };

export function findTarget(request: ApiRequest, catalogue: Catalogue): Target {
  return request.action === 'call'
    ? { kind: 'call', call: planCall(catalogue, request) }
    : { kind: 'relation', relation: findRelation(catalogue, request.target) };
}

/** Plans how to query the database for a request. `maxRows` limits every list that is read. */
export function planRequest(
  apiRequest: ApiRequest,
  target: Target,
  catalogue: Catalogue,
  maxRows: number,
): ActionPlan {
  const request = { ...apiRequest, query: withAnsweredPaths(apiRequest.query) };
  const bound = catalogue.switches.maxRows ?? maxRows;
  const context: ReadContext = {
    catalogue,
    query: request.query,
    maxRows: request.action === 'read' || request.action === 'call' ? bound : null,
    count: 0,
  };
  const { read, write, call } = planAction(request, target, context);
  const format = negotiate(request.accept, catalogue.switches);
  const preferences = supported(request.preferences, catalogue);
  return {
    kind: write ? 'write' : call ? 'call' : 'read',
    read,
    write,
    call,
    format,
    preferences,
    schema: request.target.schema,
    readOnly: isReadOnly(request, call),
    mayRollBack: catalogue.switches.rollback,
    preRequest: catalogue.switches.preRequest,
    maxRows: context.maxRows,
    // A write of any other number of rows is undone, whether it is shown or not.
    single: format.shape === 'object',
    maxAffected: maxAffected(request, call),
  };
}

function planAction(request: ApiRequest, target: Target, context: ReadContext) {
  const { select } = request.query;
  if (target.kind === 'call') {
    const { call } = target;
    const scope = resultScope(context, call.routine);
    const read = planRead(context, scope, { kind: 'result' }, select, [], { range: request.range });
    return { read, write: null, call };
  }
  const { relation } = target;
  const scope = relationScope(context, relation);
  if (request.action === 'read') {
    const source = { kind: 'relation', name: relation } as const;
    const read = planRead(context, scope, source, select, [], { range: request.range });
    return { read, write: null, call: null };
  }
  const own = { ...context, query: withoutOwnChoice(request) };
  const read = planRead(own, scope, { kind: 'result' }, select, []);
  return { read, write: planWrite(request, relation, read, context.catalogue.switches), call: null };
}

/** A write's filters choose the rows to write, and all of them are read. Limits do not apply to writes (PostgREST). */
function withoutOwnChoice({ query }: ApiRequest): ApiRequest['query'] {
  const isBelow = ({ path }: { readonly path: readonly string[] }) => path.length > 0;
  const { filters, limits, offsets } = query;
  return {
    ...query,
    filters: filters.filter(isBelow),
    limits: limits.filter(isBelow),
    offsets: offsets.filter(isBelow),
  };
}

export function findRelation(catalogue: Catalogue, target: QualifiedName): Relation {
  const relation = catalogue.relation(target);
  if (relation) return relation;
  const near = similarName(target.name, catalogue.relationNames(target.schema), 'relation');
  throw errors.relationNotFound(target.schema, target.name, near);
}

/** Returns the result of a function, which is rows of a relation, its own columns, or unnamed values. */
function resultScope(context: ReadContext, { returns, ...routine }: Routine): Scope {
  const relation = returns.relation && context.catalogue.relation(returns.relation);
  const own = { columns: returns.columns ?? new Map<string, Column>(), computed: new Map<string, string>() };
  const { schema, name, columns, computed } = relation ?? { ...routine, ...own };
  return {
    alias: `t${context.count++}`,
    name: { schema, name },
    label: name,
    columns,
    computed,
    untyped: true,
  };
}

function isReadOnly({ action, method }: ApiRequest, call: CallPlan | null): boolean {
  if (action === 'call') return method !== 'POST' || call?.routine.volatility !== 'volatile';
  return action === 'read';
}

function maxAffected({ action, preferences }: ApiRequest, call: CallPlan | null): number | null {
  if (preferences.maxAffected === null || preferences.handling !== 'strict') return null;
  if (action === 'read' || action === 'create') return null;
  if (call && !call.routine.returns.set) throw errors.maxAffectedOnScalar();
  return preferences.maxAffected;
}

/** Refuses invalid preferences if handling is strict, and otherwise ignores a time zone that PostgreSQL does not know. */
function supported(preferences: Preferences, catalogue: Catalogue): Preferences {
  const { handling, timeZone, transaction, unknown } = preferences;
  const unknownZone = timeZone !== null && !catalogue.isTimeZone(timeZone) ? [`timezone=${timeZone}`] : [];
  // Committing what was asked to be undone would be silently wrong, so this one is refused however lenient.
  const unwanted = transaction === 'rollback' && !catalogue.switches.rollback ? ['tx=rollback'] : [];
  const invalid = [...(handling === 'strict' ? [...unknown, ...unknownZone] : []), ...unwanted];
  if (invalid.length > 0) throw errors.invalidPreferences(invalid);
  return unknownZone.length > 0 ? { ...preferences, timeZone: null } : preferences;
}

/**
 * Rewrites every path of the query to the names that embedded resources answer under, and refuses paths that the
 * select does not embed. A renamed resource may also be called by its own name, as in
 * `x:clients(id)&clients.id=eq.1`.
 */
function withAnsweredPaths(query: Query): Query {
  const answered = <What>(located: readonly Located<What>[]) =>
    located.map(({ path, what }) => ({ path: answeredPath(query.select, path), what }));
  return {
    ...query,
    filters: answered(query.filters),
    orders: answered(query.orders),
    limits: answered(query.limits),
    offsets: answered(query.offsets),
  };
}

function answeredPath(select: readonly SelectItem[], path: readonly string[]): string[] {
  let items = select;
  return path.map((part) => {
    const relations = items.filter((item) => item.kind === 'relation');
    const found =
      relations.find(({ alias, name }) => (alias ?? name) === part) ??
      relations.find(({ name }) => name === part);
    if (!found) throw errors.notEmbedded(part);
    items = found.select;
    return found.alias ?? found.name;
  });
}
