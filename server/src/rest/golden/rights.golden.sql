---- a role with the rights
-- GET /projects?select=id,clients(id)
-- role: "anon"
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id
select "t0"."id" as "id", row_to_json("t1".*) as "clients"
from "lab"."projects" as "t0"
left join lateral (select "t1"."id" as "id" from "lab"."clients" as "t1" where "t1"."id" = "t0"."client_id") as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- both ends and the junction are asked for
-- GET /people?select=tasks(id)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   read
--   t0 lab.people: nothing limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, nested
--       t1 lab.tasks: id limit 1000
select coalesce("t1".pgrst_rows, '[]') as "tasks"
from "lab"."people" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (
    select "t1"."id" as "id"
    from "lab"."tasks" as "t1", "lab"."assignments" as "t1_junction"
    where "t1"."id" = "t1_junction"."task_id" and "t0"."id" = "t1_junction"."person_id"
    limit $1
  ) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- a computed relationship asks for none
-- GET /clients?select=big_projects(id)
-- needs select on lab.clients
--   read
--   t0 lab.clients: nothing limit 1000
--     big_projects = computed lab.big_projects; left join, a list, nested
--       t1 lab.projects: id limit 1000
select coalesce("t1".pgrst_rows, '[]') as "big_projects"
from "lab"."clients" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (select "t1"."id" as "id" from "lab"."big_projects"("t0"::"lab"."clients") as "t1" limit $1) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- each level is asked for
-- GET /clients?select=projects(tasks(id))
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   read
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: nothing limit 1000
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 1000
select coalesce("t1".pgrst_rows, '[]') as "projects"
from "lab"."clients" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (
    select coalesce("t2".pgrst_rows, '[]') as "tasks"
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

---- a call asks for its very signature
-- GET /rpc/greet?name=A&times=2
-- needs execute on lab.greet(text, integer)
--   call: read only
--   call lab.greet with name text, times integer, giving scalar, immutable
--   t0 lab.greet: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."greet"("name" := $1::text, "times" := $2::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $3;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "A", $2 "2", $3 "1000", $4 "MARK:large:"

---- a write that shows nothing asks to write alone
-- POST /tasks?select=projects(id)
-- body: {"name":"A"}
-- role: "anon"
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"

---- a visitor without the right is asked to sign in
-- GET /secrets
-- role: "anon"
-- needs select on lab.secrets
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- a user without the right is refused
-- GET /secrets
-- role: "authenticated"
-- needs select on lab.secrets
-- 403 42501 permission denied for table secrets

---- rights come before columns
-- GET /secrets?select=nothing&order=nowhere&x=eq.1
-- role: "anon"
-- needs select on lab.secrets
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- rights come before relationships
-- GET /owned?select=clients(*)
-- role: "anon"
-- needs select on lab.owned
-- 401 42501 permission denied for table owned
-- header www-authenticate: Bearer

---- rights come before formats and preferences
-- GET /secrets
-- headers: {"accept":"image/png"}
-- prefer: "handling=strict,x=y"
-- role: "anon"
-- needs select on lab.secrets
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- rights come before the columns of a body
-- POST /secrets
-- body: {"nothing":1}
-- role: "anon"
-- needs insert on lab.secrets
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- some columns are enough to go on
-- GET /partly
-- role: "anon"
-- needs select on lab.partly
--   read
--   t0 lab.partly: * limit 1000
select "t0".*
from "lab"."partly" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- rows are deleted whole
-- DELETE /partly?id=eq.1
-- role: "anon"
-- needs delete on lab.partly
-- 401 42501 permission denied for table partly
-- header www-authenticate: Bearer

---- a schema that is out of reach
-- GET /applications
-- headers: {"accept-profile":"public"}
-- role: "stranger"
-- needs select on public.applications
-- 403 42501 permission denied for schema public
