---- update by a tree and a path
-- PATCH /projects?or=(id.eq.1,meta->>n.eq.2)
-- body: {"active":true}
-- needs update on lab.projects
--   update lab.projects (active) from an object, returning nothing
--   where (id eq "1" or meta->>"n" eq "2")
update "lab"."projects" as "target" set "active" = pgrst_body."active"
from json_to_record($1::json) as pgrst_body ("active" boolean)
where ("target"."id" = $2 or "target"."meta"->>$3 = $4)
returning 1 as pgrst_row;
-- $1 "the body", $2 "1", $3 "n", $4 "2"

---- update in the columns named
-- PATCH /tasks?id=gt.0&columns=name
-- body: {"name":"B","other":1}
-- needs update on lab.tasks
--   update lab.tasks (name) from an object, returning nothing
--   where id gt "0"

---- the filters choose the written rows, not the returned ones
-- PATCH /projects?id=eq.1&select=id,clients(name)&clients.name=eq.Acme
-- prefer: "return=representation"
-- body: {"name":"B"}
-- needs update on lab.projects
--   update lab.projects (name) from an object, returning id, client_id
--   where id eq "1"
--   t0 lab.projects: id
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: name
--         where name eq "Acme"

---- update of a single row
-- PATCH /tasks?id=eq.1
-- headers: {"accept":"application/vnd.pgrst.object+json"}
-- body: {"name":"B"}
-- needs update on lab.tasks
--   write: single row, as object
--   update lab.tasks (name) from an object, returning nothing
--   where id eq "1"
-- answers application/vnd.pgrst.object+json; charset=utf-8
with pgrst_source as (update "lab"."tasks" as "target" set "name" = pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
where "target"."id" = $2
returning 1 as pgrst_row)
select null::bigint as total, count(*) as rows, '' as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when count(*) <> 1 then ($3::text || count(*))::int end as guard
from pgrst_source;
-- $1 "the body", $2 "1", $3 "MARK:single:"

---- update that takes defaults for missing keys
-- PATCH /tasks?id=eq.1&columns=name,project_id
-- prefer: "missing=default"
-- body: {"project_id":1}
-- needs update on lab.tasks
--   update lab.tasks (name, project_id) from an object, defaults filled in, returning nothing
--   where id eq "1"
update "lab"."tasks" as "target" set "name" = pgrst_body."name", "project_id" = pgrst_body."project_id"
from jsonb_to_record(jsonb_build_object($1::text, 'unnamed'::text) || $2::jsonb) as pgrst_body ("name" text, "project_id" integer)
where "target"."id" = $3
returning 1 as pgrst_row;
-- $1 "name", $2 "the body", $3 "1"

---- delete with a maximum of affected rows
-- DELETE /tasks?id=gt.1
-- prefer: "handling=strict,max-affected=1"
-- needs delete on lab.tasks
--   write: at most 1 affected
--   delete lab.tasks, returning nothing
--   where id gt "1"
with pgrst_source as (delete from "lab"."tasks" as "target"
where "target"."id" > $1
returning 1)
select null::bigint as total, count(*) as rows, '' as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when count(*) > $2::bigint then ($3::text || count(*))::int end as guard
from pgrst_source;
-- $1 "1", $2 "1", $3 "MARK:affected:"

---- delete: max-affected without strict handling is passed over
-- DELETE /tasks?id=gt.0
-- prefer: "max-affected=1"
-- needs delete on lab.tasks
--   delete lab.tasks, returning nothing
--   where id gt "0"

---- update without a filter
-- PATCH /tasks
-- body: {"name":"B"}
-- 400 21000 UPDATE requires a WHERE clause

---- update without a filter and without changes
-- PATCH /tasks
-- body: {}
-- needs update on lab.tasks
--   update lab.tasks () from an object, returning nothing

---- delete with a filter of an embedded resource alone
-- DELETE /projects?select=id,clients(name)&clients.name=eq.Acme
-- prefer: "return=representation"
-- 400 21000 DELETE requires a WHERE clause
