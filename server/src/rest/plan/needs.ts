import type { Need } from '../permit/permit.ts';
import type { ApiRequest } from '../parse/request.ts';
import type { ActionPlan } from './action-plan.ts';
import type { Target } from './plan.ts';
import type { ReadPlan } from './read-plan.ts';

const rights = {
  read: 'select',
  create: 'insert',
  update: 'update',
  delete: 'delete',
  call: 'execute',
} as const;

/** The right without which the request cannot be answered at all. */
export function targetNeed({ action }: ApiRequest, target: Target): Need {
  const { schema, name } = target.kind === 'call' ? target.call.routine : target.relation;
  const signature = target.kind === 'call' ? target.call.routine.signature : null;
  return { schema, name, right: rights[action], signature };
}

/** Returns the privileges that embedded reads need. A write that shows nothing reads nothing. */
export function embeddedNeeds({ kind, read }: ActionPlan): Need[] {
  return kind === 'write' ? [] : read.embeds.flatMap(({ plan }) => needsOf(plan));
}

function needsOf({ source, embeds }: ReadPlan): Need[] {
  const within = embeds.flatMap(({ plan }) => needsOf(plan));
  if (source.kind !== 'embedded' || source.relationship.kind === 'computed') return within;
  const { relationship } = source;
  const read = relationship.kind === 'many-to-many' ? [relationship.junction] : [];
  const own = [relationship.target, ...read].map(({ schema, name }): Need => ({
    schema,
    name,
    right: 'select',
    signature: null,
  }));
  return [...own, ...within];
}
