import type { Database, Statement } from '../../database/database.ts';
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
interface Verdict {
  readonly kind: string;
  readonly reaches: boolean;
  readonly may: boolean;
}

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
  database: Database,
  catalogue: Catalogue,
  role: string,
  needs: readonly Need[],
): Promise<void> {
  const known = knownFor.get(catalogue) ?? { granted: new Set(), asking: new SharedAnswers() };
  knownFor.set(catalogue, known);
  for (const need of needs) {
    const key = [role, need.right, nameKey(need), need.signature?.join() ?? ''].join('\0');
    if (known.granted.has(key)) continue;
    const verdict = await known.asking.get(key, () => ask(database, role, need));
    const denied = verdict && deniedThing(need, verdict);
    if (denied) throw permissionDenied(denied, role);
    known.granted.add(key);
  }
}

async function ask(database: Database, role: string, need: Need): Promise<Verdict | undefined> {
  // Types of a signature come qualified, as the catalogue has them.
  const [result] = await database.pipeline({ search_path: '' }, [question(role, need)]);
  return result!.rows[0] as Verdict | undefined;
}

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
     and array(select format_type(t.type, null)
                 from unnest(p.proargtypes::oid[]) with ordinality as t (type, place) order by t.place) = $4::text[]`;

function question(role: string, { schema, name, right, signature }: Need): Statement {
  return signature === null
    ? { name: 'permit:relation', text: RELATION_QUESTION, values: [role, schema, name, right] }
    : { name: 'permit:function', text: FUNCTION_QUESTION, values: [role, schema, name, signature] };
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
