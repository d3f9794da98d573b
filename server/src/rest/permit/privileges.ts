import type { Database, Statement } from '../../database/database.ts';
import type { Need, Verdict } from './permit.ts';

/** Asks PostgreSQL what `role` may. */
export async function askPrivileges(
  database: Database,
  role: string,
  need: Need,
): Promise<Verdict | undefined> {
  // Types of a signature come qualified, as the catalogue has them.
  const [result] = await database.pipeline<Verdict>({ search_path: '' }, [question(role, need)]);
  return result!.rows[0];
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
