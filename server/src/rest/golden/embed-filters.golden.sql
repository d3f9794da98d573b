---- under an alias, by the alias
-- GET /projects?select=id,owner:clients(id)&owner.name=eq.Acme
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id limit 1000
--     owner = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id
--         where name eq "Acme"

---- two levels down
-- GET /clients?select=projects(tasks(id))&projects.tasks.name=like.D*&projects.id=gt.1
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   read
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: nothing limit 1000
--         where id gt "1"
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 1000
--             where name like "D*"

---- each level has its own range
-- GET /clients?select=projects(tasks(id))&limit=2&projects.limit=3&projects.tasks.limit=4
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   read
--   t0 lab.clients: nothing limit 2
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: nothing limit 3
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 4

---- a level asks for more than there may be
-- GET /clients?select=projects(id)&projects.limit=5000
-- needs select on lab.clients; select on lab.projects
--   read
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000

---- through a junction
-- GET /people?select=tasks(id)&tasks.name=eq.x&tasks.order=id
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   read
--   t0 lab.people: nothing limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, nested
--       t1 lab.tasks: id limit 1000
--         where name eq "x"
--         order by id

---- of a computed relationship
-- GET /clients?select=big_projects(id)&big_projects.budget=lt.9&big_projects.order=id
-- needs select on lab.clients
--   read
--   t0 lab.clients: nothing limit 1000
--     big_projects = computed lab.big_projects; left join, a list, nested
--       t1 lab.projects: id limit 1000
--         where budget lt "9"
--         order by id

---- a path into JSON of an embedded row
-- GET /tasks?select=id,projects(id)&projects.meta->a->>b=eq.1
-- needs select on lab.tasks; select on lab.projects
--   read
--   t0 lab.tasks: id limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, nested
--       t1 lab.projects: id
--         where meta->"a"->>"b" eq "1"

---- absent, of an embedded row
-- GET /projects?select=id,clients(id)&clients=is.null
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id limit 1000
--     where t1 is absent
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id

---- present, as not_null says
-- GET /projects?select=id,clients(id)&clients=is.not_null
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id limit 1000
--     where t1 is present
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id
select "t0"."id" as "id", row_to_json("t1".*) as "clients"
from "lab"."projects" as "t0"
left join lateral (select "t1"."id" as "id" from "lab"."clients" as "t1" where "t1"."id" = "t0"."client_id") as "t1" on true
where "t1" is distinct from null
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- present or else
-- GET /projects?select=id,clients(),project_details()&or=(clients.not.is.null,project_details.is.null)
-- needs select on lab.projects; select on lab.clients; select on lab.project_details
--   read
--   t0 lab.projects: id limit 1000
--     where (t1 is present or t2 is absent)
--     clients = many-to-one by projects_client_id_fkey; left join, one row, hidden
--       t1 lab.clients: nothing
--     project_details = one-to-one by project_details_project_id_fkey; left join, one row, hidden
--       t2 lab.project_details: nothing
select "t0"."id" as "id"
from "lab"."projects" as "t0"
left join lateral (select from "lab"."clients" as "t1" where "t1"."id" = "t0"."client_id") as "t1" on true
left join lateral (select from "lab"."project_details" as "t2" where "t2"."project_id" = "t0"."id") as "t2" on true
where ("t1" is distinct from null or "t2" is not distinct from null)
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- order by a path into it, by two of its fields
-- GET /tasks?select=id,projects(id)&order=projects(meta->>n).asc.nullslast,projects(name)
-- needs select on lab.tasks; select on lab.projects
--   read
--   t0 lab.tasks: id limit 1000
--     order by t1 order key 0 asc nulls last, t1 order key 1
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, nested, order keys meta->>"n", name
--       t1 lab.projects: id
select "t0"."id" as "id", "t1".pgrst_row as "projects"
from "lab"."tasks" as "t0"
left join lateral (
  select (
    select row_to_json(pgrst_shown.*)
    from (select "t1"."id" as "id" from "lab"."projects" as "t1" where "t1"."id" = "t0"."project_id") as pgrst_shown
  ) as pgrst_row, pgrst_all."pgrst_order_0", pgrst_all."pgrst_order_1"
  from (
    select "t1"."id" as "id", "t1"."meta"->>$1 as "pgrst_order_0", "t1"."name" as "pgrst_order_1"
    from "lab"."projects" as "t1"
    where "t1"."id" = "t0"."project_id"
  ) as pgrst_all
) as "t1" on true
order by "t1"."pgrst_order_0" asc nulls last, "t1"."pgrst_order_1"
limit $2;
-- $1 "n", $2 "1000", $3 "MARK:large:"

---- order of the level below by the one below it
-- GET /clients?select=projects(id,project_details(body))&projects.order=project_details(body)
-- needs select on lab.clients; select on lab.projects; select on lab.project_details
--   read
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000
--         order by t2 order key 0
--         project_details = one-to-one by project_details_project_id_fkey; left join, one row, nested, order keys body
--           t2 lab.project_details: body

---- only present and absent are asked of an embed
-- GET /clients?select=id,projects(id)&projects=eq.1
-- needs select on lab.clients
-- 400 PGRST120 Bad operator on the 'projects' embedded resource
-- details "Only is null or not is null filters are allowed on embedded resources"

---- order by a list
-- GET /clients?select=id,projects(id)&order=projects(id)
-- needs select on lab.clients
-- 400 PGRST118 A related order on 'projects' is not possible
-- details "'clients' and 'projects' do not form a many-to-one or one-to-one relationship"

---- order by a relation that is not embedded
-- GET /clients?select=id&order=projects(id)
-- needs select on lab.clients
-- 400 PGRST108 'projects' is not an embedded resource in this request
-- hint Verify that 'projects' is included in the 'select' query parameter.

---- a limit on a relation that is not embedded
-- GET /clients?select=id,projects(id)&projects.tasks.limit=1
-- needs select on lab.clients
-- 400 PGRST108 'tasks' is not an embedded resource in this request
-- hint Verify that 'tasks' is included in the 'select' query parameter.

---- a column the embedded relation lacks
-- GET /clients?select=projects(id)&projects.nome=eq.1
-- needs select on lab.clients
-- 400 42703 column projects_1.nome does not exist
-- hint Perhaps you meant to reference the column "projects_1.name".
