---- all of its columns, named
-- GET /projects?select=id,...clients(*)
-- needs select on lab.projects; select on lab.clients
--   t0 lab.projects: t1.id as id, t1.name as name, t1.address as address limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, spread
--       t1 lab.clients: id, name, address

---- through a junction
-- GET /people?select=name,...tasks(task:name)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   t0 lab.people: name, t1.task as task limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, spread
--       t1 lab.tasks: name as task limit 1000

---- an aggregate of the row spread
-- GET /tasks?select=...projects(name,budget.max())
-- needs select on lab.tasks; select on lab.projects
--   t0 lab.tasks: t1.name as name, max(t1.pgrst_up_1) as max, grouped limit 1000
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, spread
--       t1 lab.projects: name, max(budget) as max
select "t1"."name" as "name", max("t1"."pgrst_up_1") as "max"
from "lab"."tasks" as "t0"
left join lateral (select "t1"."name" as "name", "t1"."budget" as "pgrst_up_1", true as "pgrst_found"
from "lab"."projects" as "t1"
where "t1"."id" = "t0"."project_id") as "t1" on true
group by 1
limit $1;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0)) + 1 * (0::bigint + case when "pgrst_row"."max" is null or "pgrst_row"."max" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."max") < 1e99 and scale("pgrst_row"."max") < 100 then 100 else 150000 end)
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"
