/** Every right of a role of the API, and of all roles, on the project's functions, tables, columns and sequences. */
export const RIGHTS = `
  with objects as (
    select p.oid::regprocedure::text as name, coalesce(p.proacl, acldefault('f', p.proowner)) as rights
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select c.oid::regclass::text, c.relacl
      from pg_class c where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select format('%s.%s', a.attrelid::regclass, a.attname), a.attacl
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not a.attisdropped
  )
  select format('%s: %s %s', o.name, coalesce(r.rolname, 'public'), acl.privilege_type) as held
    from objects o
   cross join aclexplode(o.rights) as acl
    left join pg_roles r on r.oid = acl.grantee
   where acl.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role')
   order by 1`;

/** `role verb column` for every right that anon or authenticated have on tables, `*` without columns. */
export const TABLE_RIGHTS = `
  select c.relname as table, r.role, v.verb, a.attname as column
    from pg_class c
   cross join unnest(array['anon', 'authenticated']) as r (role)
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as v (verb)
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and has_column_privilege(r.role, c.oid, a.attnum, v.verb)
  union all
  select c.relname, r.role, v.verb, '*'
    from pg_class c
   cross join unnest(array['anon', 'authenticated']) as r (role)
   cross join unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as v (verb)
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and has_table_privilege(r.role, c.oid, v.verb)`;
