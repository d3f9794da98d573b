import type { Client } from 'pg';

/** What a database is made of: for each kind of object, its definition by name. */
export type Catalogue = Record<string, Record<string, string>>;

const OURS = `('public'::regnamespace, 'private'::regnamespace)`;

/** An access list as text: `role=privilege`, with a star where it may be passed on. */
const acl = (list: string, kind: string, owner: string) => `(
  select coalesce(string_agg(format('%s=%s%s', coalesce(r.rolname, 'public'), x.privilege_type,
      case when x.is_grantable then '*' end), ' ' order by r.rolname, x.privilege_type), 'none')
    from aclexplode(coalesce(${list}, acldefault('${kind}', ${owner}))) x
    left join pg_roles r on r.oid = x.grantee)`;

/** A column's own rights; those of its table are the table's. */
const COLUMN_ACL = `(
  select string_agg(format('%s=%s', coalesce(r.rolname, 'public'), x.privilege_type), ' ' order by r.rolname, x.privilege_type)
    from aclexplode(a.attacl) x left join pg_roles r on r.oid = x.grantee)`;

/** Statements that answer `key` and `value`; what an extension brings is left out. */
const parts: Readonly<Record<string, string>> = {
  schemas: `
    select nspname as key, ${acl('nspacl', 'n', 'nspowner')} as value
      from pg_namespace where nspname in ('public', 'private', 'extensions')`,
  extensions: `
    select extname as key, extnamespace::regnamespace::text as value from pg_extension`,
  defaultPrivileges: `
    select format('%s %s', defaclnamespace::regnamespace, defaclobjtype) as key, defaclacl::text as value
      from pg_default_acl`,
  types: `
    select oid::regtype::text as key, typtype::text as value from pg_type t
     where typnamespace in ${OURS} and typtype in ('d', 'e', 'r', 'm')`,
  tables: `
    select oid::regclass::text as key, concat_ws(', ', relkind::text, relpersistence::text,
        case when relrowsecurity then 'row security' end, case when relforcerowsecurity then 'forced' end,
        array_to_string(reloptions, ' '), ${acl('relacl', 'r', 'relowner')},
        case when relkind in ('v', 'm') then pg_get_viewdef(oid) end) as value
      from pg_class where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f')`,
  sequences: `
    select oid::regclass::text as key,
        concat_ws(', ', ${acl('relacl', 's', 'relowner')}, (select to_jsonb(s) - 'seqrelid' from pg_sequence s where s.seqrelid = c.oid)) as value
      from pg_class c where relnamespace in ${OURS} and relkind = 'S'`,
  // The order of columns counts: select * and a table's type follow it.
  columns: `
    select format('%s.%s', a.attrelid::regclass, a.attname) as key,
        concat_ws(', ', row_number() over (partition by a.attrelid order by a.attnum),
          format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
          'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''),
          a.attcollation::regcollation, a.attstorage, nullif(a.attcompression::text, ''), array_to_string(a.attoptions, ' '),
          ${COLUMN_ACL}) as value
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attnum > 0 and not a.attisdropped`,
  constraints: `
    select format('%s: %s', conrelid::regclass, conname) as key,
        concat_ws(', ', pg_get_constraintdef(oid), case when not convalidated then 'not valid' end) as value
      from pg_constraint where connamespace in ${OURS} and contype <> 't'`,
  indexes: `
    select indexrelid::regclass::text as key,
        concat_ws(', ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end) as value
      from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace in ${OURS}`,
  triggers: `
    select format('%s: %s', tgrelid::regclass, tgname) as key, concat_ws(', ', pg_get_triggerdef(t.oid), tgenabled) as value
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace in ${OURS} and not tgisinternal`,
  rules: `
    select format('%s: %s', tablename, rulename) as key, definition as value
      from pg_rules where schemaname in ('public', 'private')`,
  policies: `
    select format('%s.%s: %s', schemaname, tablename, policyname) as key,
        concat_ws(', ', permissive, cmd, array_to_string(roles, ' '), 'using ' || qual, 'with check ' || with_check) as value
      from pg_policies where schemaname in ('public', 'private')`,
  // By letter, settings and security included; whole lines of comment are left out, for they do nothing.
  functions: `
    select p.oid::regprocedure::text as key,
        regexp_replace(pg_get_functiondef(p.oid), '^ *--[^\\n]*\\n', '', 'gn')
          || ${acl('p.proacl', 'f', 'p.proowner')} as value
      from pg_proc p
     where p.pronamespace in ${OURS}
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
};

/** Reads the catalogue of the database that `client` is connected to, the rows of its tables included. */
export async function readCatalogue(client: Client): Promise<Catalogue> {
  const catalogue: Catalogue = {};
  for (const [part, text] of Object.entries(parts)) {
    const { rows } = await client.query<{ key: string; value: string }>(text);
    catalogue[part] = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }
  catalogue['rows'] = await readRows(client);
  return catalogue;
}

/** What a new database holds, table by table; without the columns that are made from the time or by chance. */
async function readRows(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string; made: string[] }>(`
    select c.oid::regclass::text as name, array(
        select a.attname::text from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(\\)|clock_timestamp\\(\\)|gen_random_uuid\\(\\)'
      ) as made
      from pg_class c where c.relnamespace in ${OURS} and c.relkind in ('r', 'p')`);
  const found: Record<string, string> = {};
  for (const { name, made } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [made],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row).join('\n');
  }
  return found;
}
