import { type Catalogue, nameKey, type QualifiedName } from '../catalogue/catalogue.ts';
import { SIGNATURE } from '../catalogue/queries.ts';
import { permissionDenied } from '../errors.ts';
import type { Database, Statement } from '../../database/database.ts';

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
export async function permit(catalogue: Catalogue, role: string, needs: readonly Need[], ask: AskPrivileges) {
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

interface Pending<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | null;
}

/**
 * Shares the answers to equal questions. One question per key runs at a time. Callers that come while it runs share
 * the next one, so no answer is older than the call that gets it.
 */
export class SharedAnswers<Answer> {
  readonly #pending = new Map<string, Pending<Answer>>();

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const pending = this.#pending.get(key);
    if (!pending) return this.#run(key, ask);
    const again = () => this.#run(key, ask);
    return (pending.next ??= pending.running.then(again, again));
  }

  #run(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const pending: Pending<Answer> = { running: ask(), next: null };
    this.#pending.set(key, pending);
    const forget = () => {
      if (!pending.next) this.#pending.delete(key);
    };
    pending.running.then(forget, forget);
    return pending.running;
  }
}

/** Asks PostgreSQL. With an empty search path it qualifies types of a signature, as the catalogue has them. */
export const askPrivileges =
  (database: Database): AskPrivileges =>
  async (role, need) => {
    const [result] = await database.pipeline<Verdict>({ search_path: '' }, [question(role, need)]);
    return result!.rows[0];
  };

const RELATION_QUESTION = `
  select c.relkind::text as kind, has_schema_privilege($1::name, n.oid, 'usage') as reaches,
         case when $4::text = 'delete' then has_table_privilege($1::name, c.oid, $4::text)
              else has_any_column_privilege($1::name, c.oid, $4::text) end as may
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname = $2 and c.relname = $3`;

const FUNCTION_QUESTION = `
  select 'function' as kind, has_schema_privilege($1::name, n.oid, 'usage') as reaches,
         has_function_privilege($1::name, p.oid, 'execute') as may
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
   where n.nspname = $2 and p.proname = $3
     and ${SIGNATURE} = $4::text[]`;

function question(role: string, { schema, name, right, signature }: Need): Statement {
  return signature === null
    ? { name: 'permit:relation', text: RELATION_QUESTION, values: [role, schema, name, right] }
    : { name: 'permit:function', text: FUNCTION_QUESTION, values: [role, schema, name, signature] };
}
