---- the five
-- GET /projects?select=budget.sum(),budget.avg(),budget.max(),budget.min(),id.count()
-- needs select on lab.projects
--   read
--   t0 lab.projects: sum(budget) as sum, avg(budget) as avg, max(budget) as max, min(budget) as min, count(id) as count, grouped limit 1000
select sum("t0"."budget") as "sum", avg("t0"."budget") as "avg", max("t0"."budget") as "max",
min("t0"."budget") as "min", count("t0"."id") as "count"
from "lab"."projects" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- casts before and after
-- GET /projects?select=done::text.max(),total:budget.sum()::text,count()::text
-- needs select on lab.projects
--   read
--   t0 lab.projects: max(done::pg_catalog.text) as max, sum(budget)::pg_catalog.text as total, count(row)::pg_catalog.text as count, grouped limit 1000
select max(cast("t0"."done" as pg_catalog.text)) as "max",
cast(sum("t0"."budget") as pg_catalog.text) as "total", cast(count(*) as pg_catalog.text) as "count"
from "lab"."projects" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- of a path into JSON
-- GET /projects?select=meta->>n,meta->n::int.sum()
-- needs select on lab.projects
--   read
--   t0 lab.projects: meta->>"n" as n, sum(meta->"n"::pg_catalog.int4) as sum, grouped limit 1000

---- of all columns there are
-- GET /tasks?select=*,count()
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: id, name, project_id, created_at, shout, count(row) as count, grouped limit 1000
select "t0"."id" as "id", "t0"."name" as "name", "t0"."project_id" as "project_id",
"t0"."created_at" as "created_at", "t0"."shout" as "shout", count(*) as "count"
from "lab"."tasks" as "t0"
group by 1, 2, 3, 4, 5
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- grouped by an embedded row
-- GET /projects?select=budget.sum(),clients(name)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: sum(budget) as sum, grouped limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: name

---- grouped by an embedded list
-- GET /clients?select=count(),projects(id)
-- needs select on lab.clients; select on lab.projects
--   read
--   t0 lab.clients: count(row) as count, grouped limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000

---- the old count cast
-- GET /tasks?select=count::text
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: count(row)::pg_catalog.text as count, grouped limit 1000

---- there is no such aggregate
-- GET /projects?select=budget.median()
-- 400 PGRST100 "failed to parse select parameter (budget.median())" (line 1, column 8)
-- details "unexpected \"m\" expecting \"sum\", \"avg\", \"count\", \"max\" or \"min\""

---- an order by the alias of an aggregate
-- GET /projects?select=client_id,total:budget.sum()&order=total.desc
-- needs select on lab.projects
-- 400 42703 column projects.total does not exist

---- an order by an aggregate of a spread
-- GET /tasks?select=...projects(total:budget.sum())&order=total
-- needs select on lab.tasks
-- 400 42703 column tasks.total does not exist

---- an order by an aggregate that is embedded
-- GET /clients?select=projects(total:budget.sum())&projects.order=total
-- needs select on lab.clients
-- 400 42703 column projects_1.total does not exist

---- an order by the alias of a path into JSON
-- GET /projects?select=n:meta->n&order=n
-- needs select on lab.projects
-- 400 42703 column projects.n does not exist

---- an order by the alias of the result of a function
-- GET /rpc/pairs?up_to=3&select=n:number&order=n
-- needs execute on lab.pairs(integer)
-- 400 42703 column pairs.n does not exist
