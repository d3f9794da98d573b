import { type Catalogue, nameKey, type QualifiedName } from '../catalogue/catalogue.ts';
import { permissionDenied } from '../errors.ts';
import { SharedAnswers } from './shared-answers.ts';

/** What a request needs at the least: a right on a relation, or on one of its columns; or to call a function. */
export interface Need extends QualifiedName {
  readonly right: 'select' | 'insert' | 'update' | 'delete' | 'execute';
  /** Types of a function's parameters; for relations null. */
  readonly signature: readonly string[] | null;
}

/** What PostgreSQL says of a need; no row when the relation or function is no longer there. */
export interface Verdict {
  readonly kind: string;
  readonly reaches: boolean;
  readonly may: boolean;
}

/** Asks what `role` may; undefined where the relation or function is gone. */
export type AskPrivileges = (role: string, need: Need) => Promise<Verdict | undefined>;

interface Known {
  readonly granted: Set<string>;
  readonly asking: SharedAnswers<Verdict | undefined>;
}

const knownFor = new WeakMap<Catalogue, Known>();

/**
 * Refuses what `role` has no right to, before anything is made of the request. What was granted is remembered, for
 * PostgreSQL checks it again when the statement runs; a refusal never is, so that a grant counts at once.
 */
export async function permit(
  catalogue: Catalogue,
  role: string,
  needs: readonly Need[],
  ask: AskPrivileges,
): Promise<void> {
  const known = knownFor.get(catalogue) ?? { granted: new Set(), asking: new SharedAnswers() };
  knownFor.set(catalogue, known);
  for (const need of needs) {
    const key = [role, need.right, nameKey(need), need.signature?.join() ?? ''].join('\0');
    if (known.granted.has(key)) continue;
    const verdict = await known.asking.get(key, () => ask(role, need));
    const denied = verdict && deniedThing(need, verdict);
    if (denied) throw permissionDenied(denied, role);
    known.granted.add(key);
  }
}

const kinds: Readonly<Record<string, string>> = {
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  function: 'function',
};

/** What the role is refused, as PostgreSQL names it; null when it is not. */
function deniedThing({ schema, name }: Need, { kind, reaches, may }: Verdict): string | null {
  if (!reaches) return `schema ${schema}`;
  return may ? null : `${kinds[kind] ?? 'table'} ${name}`;
}
