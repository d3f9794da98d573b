import type { Database } from '../database/database.ts';
import type { Catalogue, QualifiedName } from './catalogue/catalogue.ts';
import { PlanCache } from './plan-cache.ts';
import { shapeKey } from './parse/payload.ts';
import { type ApiRequest, parseBody, parseHead, type RawRequest, type RequestHead } from './parse/request.ts';
import { type AskPrivileges, permit, askPrivileges, type Need } from './permit/permit.ts';
import { findRelation, findTarget, planRequest, type Target } from './plan/plan.ts';
import { type Prepared, prepare } from './sql/statement.ts';
import type { ActionPlan } from './plan/action-plan.ts';
import type { ReadPlan } from './plan/read-plan.ts';

const planCaches = new WeakMap<Catalogue, PlanCache>();

interface Context {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly role: string;
  readonly maxRows: number;
}

/**
 * Parses, checks the rights, plans and writes the SQL, unless the plan cache has the plan already. `keep` caches the
 * plan and is called once the request is answered.
 */
export async function prepareRequest(raw: RawRequest, context: Context) {
  const { catalogue, role } = context;
  const cache = planCaches.get(catalogue) ?? new PlanCache();
  planCaches.set(catalogue, cache);
  const cached = cache.find(role, raw);
  const head = cached?.head ?? parseHead(raw, catalogue.schemas);
  if (!cached) await permitBeforeBody(head, context);
  const apiRequest = { ...head, payload: parseBody(head, raw) };
  const shape = shapeKey(apiRequest.payload);
  const cachedPlan = shape === null ? undefined : cached?.byShape.get(shape);
  if (cachedPlan) return { apiRequest, prepared: cachedPlan, keep: () => {} };
  const prepared = await planPermitted(apiRequest, context, askPrivileges(context.database));
  // A statement is prepared on connections from its second use on.
  const named = { ...prepared, main: { ...prepared.main, name: prepared.main.text } };
  return { apiRequest, prepared, keep: () => cache.keep(role, raw, head, shape, named) };
}

/** Refuses who may not use the target before it parses the body, which takes longer. Arguments choose among functions. */
async function permitBeforeBody(head: RequestHead, { database, catalogue, role }: Context): Promise<void> {
  const { action, target, method } = head;
  if (method === 'GET' || method === 'HEAD' || action === 'delete') return;
  const [routine, ...others] = action === 'call' ? catalogue.routines(target) : [];
  if (action === 'call' && (!routine || others.length > 0)) return;
  const { schema, name } = routine ?? findRelation(catalogue, target);
  const need = { schema, name, right: rights[action], signature: routine?.signature ?? null };
  await permit(catalogue, role, [need], askPrivileges(database));
}

/** Checks privileges before it plans: a refused role learns nothing about columns, relationships or values. */
export async function planPermitted(
  request: ApiRequest,
  { catalogue, role, maxRows }: Pick<Context, 'catalogue' | 'role' | 'maxRows'>,
  ask: AskPrivileges,
): Promise<Prepared> {
  const target = findTarget(request, catalogue);
  await permit(catalogue, role, [targetNeed(request, target)], ask);
  const plan = planRequest(request, target, catalogue, maxRows);
  await permit(catalogue, role, embeddedNeeds(plan), ask);
  return prepare(plan);
}

const rights = {
  read: 'select',
  create: 'insert',
  update: 'update',
  delete: 'delete',
  call: 'execute',
} as const;

/** The right without which the request cannot be answered at all. */
function targetNeed({ action }: ApiRequest, target: Target): Need {
  const { schema, name } = target.kind === 'call' ? target.call.routine : target.relation;
  const signature = target.kind === 'call' ? target.call.routine.signature : null;
  return { schema, name, right: rights[action], signature };
}

/** Returns the privileges that embedded reads need. A write that shows nothing reads nothing. */
const embeddedNeeds = ({ write, read }: ActionPlan): Need[] =>
  write ? [] : read.embeds.flatMap(({ plan }) => needsOf(plan));

function needsOf({ source, embeds }: ReadPlan): Need[] {
  const within = embeds.flatMap(({ plan }) => needsOf(plan));
  if (source.kind !== 'embedded' || source.relationship.kind === 'computed') return within;
  const { relationship } = source;
  const read = relationship.kind === 'many-to-many' ? [relationship.junction] : [];
  const readOf = ({ schema, name }: QualifiedName): Need => ({
    schema,
    name,
    right: 'select',
    signature: null,
  });
  return [...[relationship.target, ...read].map(readOf), ...within];
}
