import { type Catalogue, nameKey, type QualifiedName } from '../catalogue/catalogue.ts';
import { permissionDenied } from '../errors.ts';
import { SharedAnswers } from './shared-answers.ts';

/** A privilege the request needs at least, on a relation, one of its columns or a function. */
export interface Need extends QualifiedName {
  readonly right: 'select' | 'insert' | 'update' | 'delete' | 'execute';
  /** Types of a function's parameters, null for relations. */
  readonly signature: readonly string[] | null;
}

/** PostgreSQL's verdict on a need. There is no row when the relation or function is gone. */
export interface Verdict {
  readonly kind: string;
  readonly reaches: boolean;
  readonly may: boolean;
}

/** Asks what `role` may do. Undefined means that the relation or function is gone. */
export type AskPrivileges = (role: string, need: Need) => Promise<Verdict | undefined>;

interface Known {
  readonly granted: Set<string>;
  readonly asking: SharedAnswers<Verdict | undefined>;
}

const knownFor = new WeakMap<Catalogue, Known>();

/**
 * Refuses what `role` may not do, before the request is planned. It caches granted privileges, because PostgreSQL
 * checks them again when the statement runs. It never caches a refusal, so a grant works at once.
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

/** Returns what the role is refused, as PostgreSQL names it, or null. */
function deniedThing({ schema, name }: Need, { kind, reaches, may }: Verdict): string | null {
  if (!reaches) return `schema ${schema}`;
  return may ? null : `${kinds[kind] ?? 'table'} ${name}`;
}
