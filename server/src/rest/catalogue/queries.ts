import { isNoStandIn } from '../../database/stand-ins/mark.ts';

/** The id of the type below all domains of the type `t`. */
const BASE_TYPE = `case when t.typtype <> 'd' then t.oid else (
  with recursive bases as (
    select t.typbasetype as id
    union all
    select b.typbasetype from bases join pg_type b on b.oid = bases.id and b.typtype = 'd'
  )
  select bases.id from bases join pg_type b on b.oid = bases.id where b.typtype <> 'd'
) end`;

/** Types of the parameters of the function `p`, qualified where the search path needs it. */
export const SIGNATURE = `array(
  select format_type(t.type, null)
  from unnest(p.proargtypes::oid[]) with ordinality as t (type, place)
  order by t.place
)`;

/** Relations of the schemas in $1 with columns, without partitions. An empty search_path makes types qualified. */
export const relationsQuery = `
  select c.oid::int8::text as id, n.nspname as schema, c.relname as name,
         c.relkind in ('v', 'm') as "isView",
         pg_relation_is_updatable(c.oid, true) & 8 = 8 as insertable,
         pg_relation_is_updatable(c.oid, true) & 4 = 4 as updatable,
         pg_relation_is_updatable(c.oid, true) & 16 = 16 as deletable,
         coalesce((
           select json_agg(json_build_object(
             'number', a.attnum,
             'name', a.attname,
             'type', format_type(a.atttypid, a.atttypmod),
             'baseType', format_type(${BASE_TYPE}, null),
             'generated', a.attgenerated <> '' or a.attidentity = 'a',
             'isStored', c.relkind <> 'v' and a.attgenerated <> 'v',
             'represented', t.typtype = 'd' and exists (
               select from pg_cast k
               where k.castfunc <> 0
                 and (k.castsource = t.oid and k.casttarget = 'json'::regtype
                   or k.casttarget = t.oid and k.castsource in ('json'::regtype, 'text'::regtype))
             ),
             'default', case
               when a.attidentity <> '' then (
                 select format('nextval(%L)', o.objid::regclass)
                 from pg_depend o
                 where o.refclassid = 'pg_class'::regclass and o.refobjid = c.oid and o.refobjsubid = a.attnum
                   and o.classid = 'pg_class'::regclass and o.deptype = 'i'
               )
               when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), t.typdefault)
             end
           ) order by a.attnum)
           from pg_attribute a
           join pg_type t on t.oid = a.atttypid
           left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         ), '[]') as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    and ${isNoStandIn('c.oid', 'pg_class')}
  order by n.nspname, c.relname`;

/** Primary, unique and foreign keys of the whole database. Keys of partitions belong to their parents. */
export const CONSTRAINTS_QUERY = `
  select conname as name, contype as kind, conrelid::int8::text as relation,
         confrelid::int8::text as target, conkey::int[] as columns, confkey::int[] as "targetColumns"
  from pg_constraint
  where contype in ('p', 'u', 'f') and (contype <> 'f' or conparentid = 0)
  order by conrelid, contype, conname`;

/** Rewrite rules of the views of all schemas but PostgreSQL's own, as node trees. */
export const VIEWS_QUERY = `
  select r.ev_class::int8::text as relation, r.ev_action::text as action
  from pg_rewrite r
  join pg_class c on c.oid = r.ev_class
  join pg_namespace n on n.oid = c.relnamespace
  where r.rulename = '_RETURN' and n.nspname not in ('pg_catalog', 'information_schema')`;

/** Functions of the schemas in $1 that a request can call. */
export const routinesQuery = `
  select n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proconfig as settings,
         p.proretset as "returnsSet", p.prorows = 1 as "oneRow", p.provariadic <> 0 as variadic,
         p.prorettype = 'void'::regtype as "returnsVoid",
         case when t.typtype = 'd' and strpos(t.typname, '/') > 0 then t.typname end as "returnsMedia",
         (base.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false)) as "returnsComposite",
         format_type(base.oid, null) as "returnsType",
         case when coalesce(p.proargmodes::text[] && '{t,b,o}', false) then null else base.typrelid::int8::text end
           as "returnsRelation",
         (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
            from pg_attribute a
            where base.typrelid <> 0 and a.attrelid = base.typrelid and a.attnum > 0 and not a.attisdropped)
           as "rowColumns",
         p.proargnames as names, p.proargmodes::text[] as modes, p.pronargs as count, p.pronargdefaults as defaults,
         array(
           select format_type(a.type, null)
           from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, place)
           order by place
         ) as types,
         (select t.typrelid::int8::text from pg_type t where p.pronargs = 1 and t.oid = p.proargtypes[0] and t.typtype = 'c')
           as "rowOf"
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  join pg_type base on base.oid = ${BASE_TYPE}
  where n.nspname = any ($1) and p.prokind = 'f' and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
    and ${isNoStandIn('p.oid', 'pg_proc')}
  order by n.nspname, p.proname, p.oid`;

/** Names of types for casts, PostgreSQL's and those of the schemas in $1. Arrays have internal names (`_int4`). */
export const TYPES_QUERY = `
  select t.typname as name, format('%I.%I', n.nspname, t.typname) as "sqlName"
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where (n.nspname = 'pg_catalog' or n.nspname = any ($1))
    and t.typtype in ('b', 'c', 'd', 'e', 'r', 'm')
  order by array_position($1 || '{pg_catalog}'::text[], n.nspname::text) desc`;

/** Settings of roles by `alter role … set`, first for all databases, then for this one. */
export const ROLE_SETTINGS_QUERY = `
  select r.rolname as role, split_part(s.setting, '=', 1) as name,
         substr(s.setting, strpos(s.setting, '=') + 1) as value
  from pg_db_role_setting d
  join pg_roles r on r.oid = d.setrole
  cross join unnest(d.setconfig) as s (setting)
  left join pg_settings p on p.name = split_part(s.setting, '=', 1)
  where coalesce(p.context, 'user') = 'user'
    and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  order by d.setdatabase`;

export const TIME_ZONES_QUERY = 'select name from pg_timezone_names()';

/** The role this service works as, which need not be the one that logged in. */
export const LOGIN_ROLE_QUERY = 'select current_user::text as role';
