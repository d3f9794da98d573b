---- one to one is a row from either side
-- GET /projects?select=id,project_details(body)
-- needs select on lab.projects; select on lab.project_details
--   read
--   t0 lab.projects: id limit 1000
--     project_details = one-to-one by project_details_project_id_fkey; left join, one row, nested
--       t1 lab.project_details: body
select "t0"."id" as "id", row_to_json("t1".*) as "project_details"
from "lab"."projects" as "t0"
left join lateral (
  select "t1"."body" as "body"
  from "lab"."project_details" as "t1"
  where "t1"."project_id" = "t0"."id"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- the junction itself is a list
-- GET /people?select=name,assignments(hours,tasks(name))
-- needs select on lab.people; select on lab.assignments; select on lab.tasks
--   read
--   t0 lab.people: name limit 1000
--     assignments = one-to-many by assignments_person_id_fkey; left join, a list, nested
--       t1 lab.assignments: hours limit 1000
--         tasks = many-to-one by assignments_task_id_fkey; left join, one row, nested
--           t2 lab.tasks: name

---- a hint: the column at the other end
-- GET /people?select=name,messages!sender_id(body)
-- needs select on lab.people; select on lab.messages
--   read
--   t0 lab.people: name limit 1000
--     messages = one-to-many by messages_sender_fkey; left join, a list, nested
--       t1 lab.messages: body limit 1000

---- a hint: the junction
-- GET /people?select=tasks!assignments(name)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   read
--   t0 lab.people: nothing limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, nested
--       t1 lab.tasks: name limit 1000
select coalesce("t1".pgrst_rows, '[]') as "tasks"
from "lab"."people" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (
    select "t1"."name" as "name"
    from "lab"."tasks" as "t1", "lab"."assignments" as "t1_junction"
    where "t1"."id" = "t1_junction"."task_id" and "t0"."id" = "t1_junction"."person_id"
    limit $1
  ) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- inner on a list keeps the rows whose list is not empty
-- GET /clients?select=id,projects!inner(id)
-- needs select on lab.clients; select on lab.projects
--   read
--   t0 lab.clients: id limit 1000
--     projects = one-to-many by projects_client_id_fkey; inner join, a list, nested
--       t1 lab.projects: id limit 1000
select "t0"."id" as "id", coalesce("t1".pgrst_rows, '[]') as "projects"
from "lab"."clients" as "t0"
inner join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (select "t1"."id" as "id" from "lab"."projects" as "t1" where "t1"."client_id" = "t0"."id" limit $1) as "pgrst_list"
) as "t1" on "t1".pgrst_rows is not null
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- a hint and a join, in either order
-- GET /messages?select=a:people!messages_sender_fkey!inner(id),b:people!inner!messages_recipient_fkey(id)
-- needs select on lab.messages; select on lab.people
--   read
--   t0 lab.messages: nothing limit 1000
--     a = many-to-one by messages_sender_fkey; inner join, one row, nested
--       t1 lab.people: id
--     b = many-to-one by messages_recipient_fkey; inner join, one row, nested
--       t2 lab.people: id
select row_to_json("t1".*) as "a", row_to_json("t2".*) as "b"
from "lab"."messages" as "t0"
inner join lateral (select "t1"."id" as "id" from "lab"."people" as "t1" where "t1"."id" = "t0"."sender_id") as "t1" on true
inner join lateral (
  select "t2"."id" as "id"
  from "lab"."people" as "t2"
  where "t2"."id" = "t0"."recipient_id"
) as "t2" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a key of several columns
-- GET /compound_children?select=id,compound(note)
-- needs select on lab.compound_children; select on lab.compound
--   read
--   t0 lab.compound_children: id limit 1000
--     compound = many-to-one by compound_children_fkey; left join, one row, nested
--       t1 lab.compound: note
select "t0"."id" as "id", row_to_json("t1".*) as "compound"
from "lab"."compound_children" as "t0"
left join lateral (
  select "t1"."note" as "note"
  from "lab"."compound" as "t1"
  where "t1"."a" = "t0"."a" and "t1"."b" = "t0"."b"
) as "t1" on true
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a relation to itself with the column for a hint
-- GET /folders?select=name,below:folders!parent_id(name)
-- needs select on lab.folders
--   read
--   t0 lab.folders: name limit 1000
--     below = one-to-many by folders_parent_id_fkey; left join, a list, nested
--       t1 lab.folders: name limit 1000
select "t0"."name" as "name", coalesce("t1".pgrst_rows, '[]') as "below"
from "lab"."folders" as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (select "t1"."name" as "name" from "lab"."folders" as "t1" where "t1"."parent_id" = "t0"."id" limit $1) as "pgrst_list"
) as "t1" on true
limit $2;
-- $1 "1000", $2 "1000", $3 "MARK:large:"

---- to a view that shows the key, by its own name
-- GET /projects?select=id,renamed_tasks(task)
-- needs select on lab.projects; select on lab.renamed_tasks
--   read
--   t0 lab.projects: id limit 1000
--     renamed_tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--       t1 lab.renamed_tasks: task limit 1000

---- to a view that computes nothing of the key
-- GET /projects?select=id,task_counts(tasks)
-- needs select on lab.projects; select on lab.task_counts
--   read
--   t0 lab.projects: id limit 1000
--     task_counts = one-to-many by tasks_project_id_fkey; left join, a list, nested
--       t1 lab.task_counts: tasks limit 1000

---- nothing selected of it: only its presence counts
-- GET /projects?select=id,clients!inner()
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: id limit 1000
--     clients = many-to-one by projects_client_id_fkey; inner join, one row, hidden
--       t1 lab.clients: nothing

---- a name with the characters of SQL for an alias
-- GET /projects?select=%22x%22%22y%22:id,%22a%5C%22b%22:clients(name)
-- 400 PGRST100 "failed to parse select parameter ("x""y":id,"a\"b":clients(name))" (line 1, column 4)
-- details "unexpected \"\\\"\" expecting letter, digit, \"-\", \"->>\", \"->\", \"::\", \".\", \")\", \",\" or end of input"

---- more than one from the other side
-- GET /people?select=*,messages(*)
-- needs select on lab.people
-- 300 PGRST201 Could not embed because more than one relationship was found for 'people' and 'messages'
-- details {"cardinality":"one-to-many","embedding":"people with messages","relationship":"messages_recipient_fkey using people(id) and messages(recipient_id)"}
-- details {"cardinality":"one-to-many","embedding":"people with messages","relationship":"messages_sender_fkey using people(id) and messages(sender_id)"}
-- hint Try changing 'messages' to one of the following: 'messages!messages_recipient_fkey', 'messages!messages_sender_fkey'. Find the desired relationship in the 'details' key.

---- no relationship, and a hint of the name that is near
-- GET /projects?select=*,client(*)
-- needs select on lab.projects
-- 400 PGRST200 Could not find a relationship between 'projects' and 'client' in the schema cache
-- details "Searched for a foreign key relationship between 'projects' and 'client' in the schema 'lab', but no matches were found."
-- hint Perhaps you meant 'clients' instead of 'client'.

---- a hint that leads nowhere
-- GET /projects?select=clients!nowhere(*)
-- needs select on lab.projects
-- 400 PGRST200 Could not find a relationship between 'projects' and 'clients' in the schema cache
-- details "Searched for a foreign key relationship between 'projects' and 'clients' using the hint 'nowhere' in the schema 'lab', but no matches were found."

---- a relationship with another schema is not found
-- GET /projects?select=applications(*)
-- needs select on lab.projects
-- 400 PGRST200 Could not find a relationship between 'projects' and 'applications' in the schema cache
-- details "Searched for a foreign key relationship between 'projects' and 'applications' in the schema 'lab', but no matches were found."
-- hint Perhaps you meant 'clients' instead of 'applications'.
