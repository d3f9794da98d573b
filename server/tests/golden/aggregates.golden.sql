---- casts before and after
-- GET /projects?select=done::text.max(),total:budget.sum()::text,count()::text
--   t0 lab.projects: max(done::pg_catalog.text) as max, sum(budget)::pg_catalog.text as total, count(row)::pg_catalog.text as count, grouped limit 1000
select max(case when ($1::text || nullif(greatest(1 * (0::bigint + case when "t0"."budget" is null or "t0"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("t0"."budget") < 1e99 and scale("t0"."budget") < 100 then 100 else 150000 end), 16777216), 16777216))::int is null then cast("t0"."done" as pg_catalog.text) end) as "max", cast(sum("t0"."budget") as pg_catalog.text) as "total", cast(count(*) as pg_catalog.text) as "count"
from "lab"."projects" as "t0"
limit $2;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."max"), 0) + coalesce(octet_length("pgrst_row"."total"), 0) + coalesce(octet_length("pgrst_row"."count"), 0))
-- $1 "MARK:large 16777216:", $2 "1000", $3 "MARK:large 4194304:", $4 "MARK:large 8388608:"

---- of a path into JSON
-- GET /projects?select=meta->>n,meta->n::int.sum()
--   t0 lab.projects: meta->>"n" as n, sum(meta->"n"::pg_catalog.int4) as sum, grouped limit 1000

---- of all columns there are
-- GET /tasks?select=*,count()
--   t0 lab.tasks: id, name, project_id, created_at, shout, count(row) as count, grouped limit 1000
select "t0"."id" as "id", "t0"."name" as "name", "t0"."project_id" as "project_id", "t0"."created_at" as "created_at", "t0"."shout" as "shout", count(*) as "count"
from "lab"."tasks" as "t0"
group by 1, 2, 3, 4, 5
limit $1;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"

---- an order by the alias of an aggregate
-- GET /projects?select=client_id,total:budget.sum()&order=total.desc
-- 400 42703 column projects.total does not exist

---- an order by an aggregate of a spread
-- GET /tasks?select=...projects(total:budget.sum())&order=total
-- 400 42703 column tasks.total does not exist

---- an order by an aggregate that is embedded
-- GET /clients?select=projects(total:budget.sum())&projects.order=total
-- 400 42703 column projects_1.total does not exist
