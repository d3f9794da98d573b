---- a role with the rights
-- GET /projects?select=id,clients(id)
-- role: "anon"
-- needs select on lab.projects; select on lab.clients
--   t0 lab.projects: id limit 1000
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: id

---- both ends and the junction are asked for
-- GET /people?select=tasks(id)
-- needs select on lab.people; select on lab.tasks; select on lab.assignments
--   t0 lab.people: nothing limit 1000
--     tasks = many-to-many through lab.assignments; left join, a list, nested
--       t1 lab.tasks: id limit 1000

---- a computed relationship needs no rights on columns
-- GET /clients?select=big_projects(id)
--   t0 lab.clients: nothing limit 1000
--     big_projects = computed lab.big_projects; left join, a list, nested
--       t1 lab.projects: id limit 1000

---- each level is asked for
-- GET /clients?select=projects(tasks(id))
-- needs select on lab.clients; select on lab.projects; select on lab.tasks
--   t0 lab.clients: nothing limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: nothing limit 1000
--         tasks = one-to-many by tasks_project_id_fkey; left join, a list, nested
--           t2 lab.tasks: id limit 1000

---- a call asks for its very signature
-- GET /rpc/greet?name=A&times=2
-- needs execute on lab.greet(text, integer)
--   call: read only
--   call lab.greet with name text, times integer, giving scalar, immutable
--   t0 lab.greet: * limit 1000

---- a write that shows nothing asks to write alone
-- POST /tasks?select=projects(id)
-- body: {"name":"A"}
-- role: "anon"
-- needs insert on lab.tasks
--   insert lab.tasks (name) from an object, returning nothing

---- a visitor without the right is asked to sign in
-- GET /secrets
-- role: "anon"
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- a user without the right is refused
-- GET /secrets
-- role: "authenticated"
-- 403 42501 permission denied for table secrets

---- rights come before columns
-- GET /secrets?select=nothing&order=nowhere&x=eq.1
-- role: "anon"
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- rights come before relationships
-- GET /owned?select=clients(*)
-- role: "anon"
-- 401 42501 permission denied for table owned
-- header www-authenticate: Bearer

---- rights come before formats and preferences
-- GET /secrets
-- headers: {"accept":"image/png"}
-- prefer: "handling=strict,x=y"
-- role: "anon"
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- rights come before the columns of a body
-- POST /secrets
-- body: {"nothing":1}
-- role: "anon"
-- 401 42501 permission denied for table secrets
-- header www-authenticate: Bearer

---- rights on some columns are enough to continue
-- GET /partly
-- role: "anon"
--   t0 lab.partly: * limit 1000

---- rows are deleted whole
-- DELETE /partly?id=eq.1
-- role: "anon"
-- 401 42501 permission denied for table partly
-- header www-authenticate: Bearer

---- a schema that is out of reach
-- GET /applications
-- headers: {"accept-profile":"public"}
-- role: "outsider"
-- 403 42501 permission denied for schema public
