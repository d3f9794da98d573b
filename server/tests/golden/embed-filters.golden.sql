---- each level has its own range, within the bound
-- GET /clients?select=projects(tasks(id))&limit=2&projects.limit=5000&projects.tasks.limit=4
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   t0 lab.clients: nothing limit 2
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: nothing limit 1000
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 4

---- a path into JSON of an embedded row
-- GET /tasks?select=id,projects(id)&projects.meta->a->>b=eq.1
-- needs select on lab.tasks; select on lab.projects
--   t0 lab.tasks: id limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, nested
--       t1 lab.projects: id
--         where meta->"a"->>"b" eq "1"

---- present, as not_null says
-- GET /projects?select=id,clients(id)&clients=is.not_null
-- needs select on lab.projects; select on lab.clients
--   t0 lab.projects: id limit 1000
--     where t1 is present
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id

---- present or else
-- GET /projects?select=id,clients(),project_details()&or=(clients.not.is.null,project_details.is.null)
-- needs select on lab.projects; select on lab.clients; select on lab.project_details
--   t0 lab.projects: id limit 1000
--     where (t1 is present or t2 is absent)
--     clients = many-to-one by projects_client_id_fkey; left join, one row, hidden
--       t1 lab.clients: nothing
--     project_details = one-to-one by project_details_project_id_fkey; left join, one row, hidden
--       t2 lab.project_details: nothing
select "t0"."id" as "id"
from "lab"."projects" as "t0"
left join lateral (select true as "pgrst_found"
from "lab"."clients" as "t1"
where "t1"."id" = "t0"."client_id") as "t1" on true
left join lateral (select true as "pgrst_found"
from "lab"."project_details" as "t2"
where "t2"."project_id" = "t0"."id") as "t2" on true
where ("t1".pgrst_found is distinct from null or "t2".pgrst_found is not distinct from null)
limit $1;
-- $1 "1000", $2 "MARK:large 8388608:"

---- order by a path into it, by two of its fields
-- GET /tasks?select=id,projects(id)&order=projects(meta->>n).asc.nullslast,projects(name)
-- needs select on lab.tasks; select on lab.projects
--   t0 lab.tasks: id limit 1000
--     order by t1 order key 0 asc nulls last, t1 order key 1
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, nested, order keys meta->>"n", name
--       t1 lab.projects: id
select "t0"."id" as "id", "t0"."pgrst_embed_0" as "projects"
from (select "t0"."id" as "id", case when "t1".pgrst_found then (select row_to_json("pgrst_one".*)
from (select "t1"."id" offset 0) as pgrst_one) end as "pgrst_embed_0"
from "lab"."tasks" as "t0"
left join lateral (select "t1"."id" as "id", true as "pgrst_found", case when ($1::text || nullif(greatest(4 * (0::bigint + coalesce(case when "t1"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["t1"."meta"]) end, 0)), 16777216), 16777216))::int is null then "t1"."meta"->>$2 end as "pgrst_order_0", case when ($3::text || nullif(greatest(4 * (0::bigint + coalesce(case when "t1"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["t1"."meta"]) end, 0)), 16777216), 16777216))::int is null then "t1"."name" end as "pgrst_order_1"
from "lab"."projects" as "t1"
where "t1"."id" = "t0"."project_id") as "t1" on true
order by "t1"."pgrst_order_0" asc nulls last, "t1"."pgrst_order_1"
limit $4 offset 0) as "t0";
-- row size 1 * (0::bigint + coalesce(pg_column_size("pgrst_row"."projects"), 0))
-- $1 "MARK:large 16777216:", $2 "n", $3 "MARK:large 16777216:", $4 "1000", $5 "MARK:large 4194304:", $6 "MARK:large 8388608:"

---- order of the level below by the one below it
-- GET /clients?select=projects(id,project_details(body))&projects.order=project_details(body)
-- needs select on lab.clients; select on lab.projects; select on lab.project_details
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000
--         order by t2 order key 0
--         project_details = one-to-one by project_details_project_id_fkey; left join, one row, nested, order keys body
--           t2 lab.project_details: body

---- only present and absent are asked of an embed
-- GET /clients?select=id,projects(id)&projects=eq.1
-- 400 PGRST120 Bad operator on the 'projects' embedded resource
-- details "Only is null or not is null filters are allowed on embedded resources"

---- order by a list
-- GET /clients?select=id,projects(id)&order=projects(id)
-- 400 PGRST118 A related order on 'projects' is not possible
-- details "'clients' and 'projects' do not form a many-to-one or one-to-one relationship"

---- order by a relation that is not embedded
-- GET /clients?select=id&order=projects(id)
-- 400 PGRST108 'projects' is not an embedded resource in this request
-- hint Verify that 'projects' is included in the 'select' query parameter.

---- a limit on a relation that is not embedded
-- GET /clients?select=id,projects(id)&projects.tasks.limit=1
-- 400 PGRST108 'tasks' is not an embedded resource in this request
-- hint Verify that 'tasks' is included in the 'select' query parameter.
