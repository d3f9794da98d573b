---- a row hands its columns up
-- GET /projects?select=id,...clients(name,number:id)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id, t1.name as name, t1.number as number limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--       t1 lab.clients: name, id as number
select "t0"."id" as "id", "t1"."name" as "name", "t1"."number" as "number"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."name" as "name", "t1"."id" as "number"
  from "lab"."clients" as "t1"
  where "t1"."id" = "t0"."client_id"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- all of its columns, named
-- GET /projects?select=id,...clients(*)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id, t1.id as id, t1.name as name, t1.address as address limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--       t1 lab.clients: id, name, address
select "t0"."id" as "id", "t1"."id" as "id", "t1"."name" as "name", "t1"."address" as "address"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."id" as "id", "t1"."name" as "name", "t1"."address" as "address"
  from "lab"."clients" as "t1"
  where "t1"."id" = "t0"."client_id"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a list hands up an array a column
-- GET /clients?select=id,...projects(id,name)
-- needs select on lab.clients; select on lab.projects
--   read
--   t0 lab.clients: id, t1.id as id, t1.name as name limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, spread
--       t1 lab.projects: id, name limit 1000
select "t0"."id" as "id", "t1"."id" as "id", "t1"."name" as "name"
from "lab"."clients" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows, coalesce(json_agg(pgrst_list."id"), '[]') as "id",
  coalesce(json_agg(pgrst_list."name"), '[]') as "name"
  from (
    select "t1"."id" as "id", "t1"."name" as "name"
    from "lab"."projects" as "t1"
    where "t1"."client_id" = "t0"."id"
    limit $1
  ) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- a list in an order
-- GET /clients?select=id,...projects(id)&projects.order=name.desc
-- needs select on lab.clients; select on lab.projects
--   read
--   t0 lab.clients: id, t1.id as id limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, spread
--       t1 lab.projects: id limit 1000
--         order by name desc
select "t0"."id" as "id", "t1"."id" as "id"
from "lab"."clients" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows, coalesce(json_agg(pgrst_list."id"), '[]') as "id"
  from (
    select "t1"."id" as "id"
    from "lab"."projects" as "t1"
    where "t1"."client_id" = "t0"."id"
    order by "t1"."name" desc
    limit $1
  ) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- through a junction
-- GET /people?select=name,...tasks(task:name)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   read
--   t0 lab.people: name, t1.task as task limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, spread
--       t1 lab.tasks: name as task limit 1000
select "t0"."name" as "name", "t1"."task" as "task"
from "lab"."people" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows, coalesce(json_agg(pgrst_list."task"), '[]') as "task"
  from (
    select "t1"."name" as "task"
    from "lab"."tasks" as "t1", "lab"."assignments" as "t1_junction"
    where "t1"."id" = "t1_junction"."task_id" and "t0"."id" = "t1_junction"."person_id"
    limit $1
  ) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- a spread within a spread
-- GET /tasks?select=id,...projects(project:name,...clients(client:name))
-- needs select on lab.tasks; select on lab.projects; select on lab.clients
--   read
--   t0 lab.tasks: id, t1.project as project, t1.client as client limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, spread
--       t1 lab.projects: name as project, t2.client as client
--         clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--           t2 lab.clients: name as client
select "t0"."id" as "id", "t1"."project" as "project", "t1"."client" as "client"
from "lab"."tasks" as "t0"
left join lateral (
  select "t1"."name" as "project", "t2"."client" as "client"
  from "lab"."projects" as "t1"
  left join lateral (
    select "t2"."name" as "client"
    from "lab"."clients" as "t2"
    where "t2"."id" = "t1"."client_id"
  ) as "t2" on true
  where "t1"."id" = "t0"."project_id"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- an embed within a spread
-- GET /tasks?select=id,...projects(name,clients(name))
-- needs select on lab.tasks; select on lab.projects; select on lab.clients
--   read
--   t0 lab.tasks: id, t1.name as name, t1.clients as clients limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, spread
--       t1 lab.projects: name
--         clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--           t2 lab.clients: name
select "t0"."id" as "id", "t1"."name" as "name", "t1"."clients" as "clients"
from "lab"."tasks" as "t0"
left join lateral (
  select "t1"."name" as "name", row_to_json("t2".*) as "clients"
  from "lab"."projects" as "t1"
  left join lateral (
    select "t2"."name" as "name"
    from "lab"."clients" as "t2"
    where "t2"."id" = "t1"."client_id"
  ) as "t2" on true
  where "t1"."id" = "t0"."project_id"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- an embed within a spread list
-- GET /clients?select=id,...projects(name,tasks(id))
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   read
--   t0 lab.clients: id, t1.name as name, t1.tasks as tasks limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, spread
--       t1 lab.projects: name limit 1000
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 1000
select "t0"."id" as "id", "t1"."name" as "name", "t1"."tasks" as "tasks"
from "lab"."clients" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows, coalesce(json_agg(pgrst_list."name"), '[]') as "name",
  coalesce(json_agg(pgrst_list."tasks"), '[]') as "tasks"
  from (
    select "t1"."name" as "name", coalesce("t2".pgrst_rows, '[]') as "tasks"
    from "lab"."projects" as "t1"
    left join lateral (
      select json_agg("pgrst_list") as pgrst_rows
      from (select "t2"."id" as "id" from "lab"."tasks" as "t2" where "t2"."project_id" = "t1"."id" limit $1) as "pgrst_list"
    ) as "t2" on true
    where "t1"."client_id" = "t0"."id"
    limit $2
  ) as "pgrst_list"
) as "t1" on true
limit $3;
-- $1 "1000", $2 "1000", $3 "1000", $4 "MARK:large:"

---- inner
-- GET /projects?select=id,...clients!inner(name)&clients.name=eq.Acme
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id, t1.name as name limit 1000
--     clients = many-to-one by projects_client_id_fkey; inner join, one row, spread
--       t1 lab.clients: name
--         where name eq "Acme"
select "t0"."id" as "id", "t1"."name" as "name"
from "lab"."projects" as "t0"
inner join lateral (
  select "t1"."name" as "name"
  from "lab"."clients" as "t1"
  where "t1"."name" = $1 and "t1"."id" = "t0"."client_id"
) as "t1" on true
limit $2;
-- $1 "Acme", $2 "1000", $3 "MARK:large:"

---- order by a column handed up
-- GET /projects?select=id,...clients(client:name)&order=clients(name)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id, t1.client as client limit 1000
--     order by t1.client
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--       t1 lab.clients: name as client
select "t0"."id" as "id", "t1"."client" as "client"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."name" as "client"
  from "lab"."clients" as "t1"
  where "t1"."id" = "t0"."client_id"
) as "t1" on true
order by "t1"."client"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- order by a column that is not
-- GET /projects?select=id,...clients(name)&order=clients(id)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id, t1.name as name limit 1000
--     order by t1 order key 0
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread, order keys id
--       t1 lab.clients: name
select "t0"."id" as "id", "t1"."name" as "name"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."name" as "name", "t1"."id" as "pgrst_order_0"
  from "lab"."clients" as "t1"
  where "t1"."id" = "t0"."client_id"
) as "t1" on true
order by "t1"."pgrst_order_0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- an aggregate handed up is computed above
-- GET /projects?select=...clients(name),budget.sum()
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: sum(budget) as sum, t1.name as name, grouped limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--       t1 lab.clients: name
select sum("t0"."budget") as "sum", "t1"."name" as "name"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."name" as "name"
  from "lab"."clients" as "t1"
  where "t1"."id" = "t0"."client_id"
) as "t1" on true
group by 2
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- an aggregate of the row spread
-- GET /tasks?select=...projects(name,budget.max())
-- needs select on lab.tasks; select on lab.projects
--   read
--   t0 lab.tasks: t1.name as name, max(t1.pgrst_up_1) as max, grouped limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, spread
--       t1 lab.projects: name, max(budget) as max
select "t1"."name" as "name", max("t1"."pgrst_up_1") as "max"
from "lab"."tasks" as "t0"
left join lateral (
  select "t1"."name" as "name", "t1"."budget" as "pgrst_up_1"
  from "lab"."projects" as "t1"
  where "t1"."id" = "t0"."project_id"
) as "t1" on true
group by 1
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a spread needs parentheses
-- GET /projects?select=...clients
-- 400 PGRST100 "failed to parse select parameter (...clients)" (line 1, column 4)
-- details "unexpected \"c\" expecting \"(\""

---- an aggregate of a list spread
-- GET /clients?select=...projects(budget.sum())
-- needs select on lab.clients
-- 400 PGRST127 Feature not implemented
-- details "Aggregates are not implemented for one-to-many or many-to-many spreads."
