---- one to one is a row from either side
-- GET /projects?select=id,project_details(body)
-- needs select on lab.projects; select on lab.project_details
--   t0 lab.projects: id limit 1000
--     project_details = one-to-one by project_details_project_id_fkey; left join, one row, nested
--       t1 lab.project_details: body
select "t0"."id" as "id", "t0"."pgrst_embed_0" as "project_details"
from (select "t0"."id" as "id", case when "t1".pgrst_found then (select case when ($1::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_one"."body"), 0)), 4194304), 4194304))::int is null then row_to_json("pgrst_one".*) end
from (select "t1"."body" offset 0) as pgrst_one) end as "pgrst_embed_0"
from "lab"."projects" as "t0"
left join lateral (select "t1"."body" as "body", true as "pgrst_found"
from "lab"."project_details" as "t1"
where "t1"."project_id" = "t0"."id") as "t1" on true
limit $2 offset 0) as "t0";
-- row size 1 * (0::bigint + coalesce(pg_column_size("pgrst_row"."project_details"), 0))
-- $1 "MARK:large 4194304:", $2 "1000", $3 "MARK:large 4194304:", $4 "MARK:large 8388608:"

---- a hint: the junction
-- GET /people?select=tasks!assignments(name)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   t0 lab.people: nothing limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, nested
--       t1 lab.tasks: name limit 1000
select coalesce("t1".pgrst_rows, '[]') as "tasks"
from "lab"."people" as "t0"
left join lateral (select json_agg("pgrst_text") as pgrst_rows
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select case when ($1::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_list"."name"), 0)), 4194304), 4194304))::int is null then row_to_json("pgrst_list".*) end as "pgrst_text"
from (select "t1"."name" as "name"
from "lab"."tasks" as "t1", "lab"."assignments" as "t1_junction"
where "t1"."id" = "t1_junction"."task_id" and "t0"."id" = "t1_junction"."person_id"
limit $2) as pgrst_list offset 0) as pgrst_built) as pgrst_bounded
where ($3::text || nullif(greatest(pgrst_bytes, 4194304), 4194304))::int is null) as "t1" on true
limit $4;
-- row size 1 * (0::bigint + coalesce(pg_column_size("pgrst_row"."tasks"), 0))
-- $1 "MARK:large 4194304:", $2 "1000", $3 "MARK:large 4194304:", $4 "1000", $5 "MARK:large 4194304:", $6 "MARK:large 8388608:"

---- inner on a list keeps the rows whose list is not empty
-- GET /clients?select=id,projects!inner(id)
-- needs select on lab.clients; select on lab.projects
--   t0 lab.clients: id limit 1000
--     projects = one-to-many by projects_client_id_fkey; inner join, a list, nested
--       t1 lab.projects: id limit 1000
select "t0"."id" as "id", coalesce("t1".pgrst_rows, '[]') as "projects"
from "lab"."clients" as "t0"
inner join lateral (select json_agg("pgrst_text") as pgrst_rows
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select row_to_json("pgrst_list".*) as "pgrst_text"
from (select "t1"."id" as "id"
from "lab"."projects" as "t1"
where "t1"."client_id" = "t0"."id"
limit $1) as pgrst_list offset 0) as pgrst_built) as pgrst_bounded
where ($2::text || nullif(greatest(pgrst_bytes, 4194304), 4194304))::int is null) as "t1" on "t1".pgrst_rows is not null
limit $3;
-- row size 1 * (0::bigint + coalesce(pg_column_size("pgrst_row"."projects"), 0))
-- $1 "1000", $2 "MARK:large 4194304:", $3 "1000", $4 "MARK:large 4194304:", $5 "MARK:large 8388608:"

---- to a view that computes nothing of the key
-- GET /projects?select=id,task_counts(tasks)
-- needs select on lab.projects; select on lab.task_counts
--   t0 lab.projects: id limit 1000
--     task_counts = one-to-many by tasks_project_id_fkey; left join, a list, nested
--       t1 lab.task_counts: tasks limit 1000

---- more than one from the other side
-- GET /people?select=*,messages(*)
-- 300 PGRST201 Could not embed because more than one relationship was found for 'people' and 'messages'
-- details {"cardinality":"one-to-many","embedding":"people with messages","relationship":"messages_recipient_fkey using people(id) and messages(recipient_id)"}
-- details {"cardinality":"one-to-many","embedding":"people with messages","relationship":"messages_sender_fkey using people(id) and messages(sender_id)"}
-- hint Try changing 'messages' to one of the following: 'messages!messages_recipient_fkey', 'messages!messages_sender_fkey'. Find the desired relationship in the 'details' key.

---- no relationship, and a hint of the name that is near
-- GET /projects?select=*,client(*)
-- 400 PGRST200 Could not find a relationship between 'projects' and 'client' in the schema cache
-- details "Searched for a foreign key relationship between 'projects' and 'client' in the schema 'lab', but no matches were found."
-- hint Perhaps you meant 'clients' instead of 'client'.

---- a hint that leads nowhere
-- GET /projects?select=clients!nowhere(*)
-- 400 PGRST200 Could not find a relationship between 'projects' and 'clients' in the schema cache
-- details "Searched for a foreign key relationship between 'projects' and 'clients' using the hint 'nowhere' in the schema 'lab', but no matches were found."
