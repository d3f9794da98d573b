---- counted without what decides nothing
-- GET /clients?select=id,projects(id),newest_project!inner(id)&order=id&projects.id=eq.1
-- prefer: "count=exact"
-- needs select on lab.clients; select on lab.projects
--   read: count exact
--   t0 lab.clients: id limit 1000
--     order by id
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000
--         where id eq "1"
--     newest_project = computed lab.newest_project; inner join, one row, nested
--       t2 lab.projects: id

---- counted with what a filter asks for
-- GET /clients?select=id,projects(id),newest_project(id)&or=(projects.is.null,id.eq.1)
-- prefer: "count=exact"
-- needs select on lab.clients; select on lab.projects
--   read: count exact
--   t0 lab.clients: id limit 1000
--     where (t1 is absent or id eq "1")
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000
--     newest_project = computed lab.newest_project; left join, one row, nested
--       t2 lab.projects: id

---- the estimated count stops counting at the bound
-- GET /clients?id=gt.1
-- prefer: "count=estimated"
-- needs select on lab.clients
--   read: count estimated
--   t0 lab.clients: * limit 1000
--     where id gt "1"

---- CSV
-- GET /clients?order=id
-- headers: {"accept":"text/csv"}
-- needs select on lab.clients
--   read: as csv
--   t0 lab.clients: * limit 1000
--     order by id
-- answers text/csv; charset=utf-8
with pgrst_source as (select "t0".* from "lab"."clients" as "t0" order by "t0"."id" limit $1)
select null::bigint as total, count(*) as rows,
(
  select coalesce(string_agg(pgrst_key, ','), '')
  from (
    select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
    from (select * from pgrst_source limit 1) as pgrst_first
  ) as pgrst_keys
) || E'\n' || coalesce(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'), '') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')) > 16777216 then (
  $2::text || pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'))
)::int end as guard
from pgrst_source as pgrst_rows;
-- $1 "1000", $2 "MARK:large:"

---- CSV with an exact count
-- GET /clients
-- headers: {"accept":"text/csv"}
-- prefer: "count=exact"
-- needs select on lab.clients
--   read: as csv, count exact
--   t0 lab.clients: * limit 1000
-- answers text/csv; charset=utf-8

---- CSV with an estimate
-- GET /clients
-- headers: {"accept":"text/csv"}
-- prefer: "count=estimated"
-- needs select on lab.clients
--   read: as csv, count estimated
--   t0 lab.clients: * limit 1000
-- answers text/csv; charset=utf-8

---- CSV of HEAD
-- HEAD /clients
-- headers: {"accept":"text/csv"}
-- needs select on lab.clients
--   read: as csv
--   t0 lab.clients: * limit 1000
-- answers text/csv; charset=utf-8

---- the most wanted type that we have
-- GET /keyless
-- headers: {"accept":"image/png, text/csv;q=0.2, application/json;q=0.9"}
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000

---- a plan in JSON with options
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan+json; options=analyze|buffers|nonsense"}
-- needs select on lab.keyless
--   read: explain json analyze buffers of array
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+json; for="application/json"; options=analyze|buffers; charset=utf-8

---- a plan of a single object
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan+text; for=\"application/vnd.pgrst.object+json\"; options=verbose"}
-- needs select on lab.keyless
--   read: single row, explain text verbose of object
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=verbose; charset=utf-8
explain (format text, verbose)
with pgrst_source as (select "t0".* from "lab"."keyless" as "t0" limit $1)
select null::bigint as total, count(*) as rows, coalesce(((json_agg(pgrst_rows))->0)::text, 'null') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(json_agg(pgrst_rows)) > 16777216 then (
  $2::text || pg_column_size(json_agg(pgrst_rows))
)::int end as guard
from pgrst_source as pgrst_rows;
-- $1 "1000", $2 "MARK:large:"

---- a plan of CSV
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; for=\"text/csv\""}
-- needs select on lab.keyless
--   read: explain text of csv
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+text; for="text/csv"; charset=utf-8

---- a plan of a plan
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; for=\"application/vnd.pgrst.plan\""}
-- needs select on lab.keyless
-- 406 PGRST107 None of these media types are available: application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"
