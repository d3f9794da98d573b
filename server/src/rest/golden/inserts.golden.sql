---- one object
-- POST /tasks
-- body: {"name":"A","project_id":1}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name, project_id) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name", "project_id")
select pgrst_body."name", pgrst_body."project_id"
from json_to_record($1::json) as pgrst_body ("name" text, "project_id" integer)
returning 1;
-- $1 "the body"

---- a list of objects
-- POST /tasks
-- body: [{"name":"A"},{"name":"B"}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from a list, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_recordset($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"

---- an object without keys takes all defaults
-- POST /tasks
-- body: {}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks () from an object, returning nothing
insert into "lab"."tasks" as "target"
select
from (values ($1::json)) as pgrst_body
returning 1;
-- $1 "the body"

---- a list of objects without keys
-- POST /tasks
-- body: [{},{}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks () from a list, returning nothing
insert into "lab"."tasks" as "target"
select
from json_array_elements($1::json) as pgrst_body
returning 1;
-- $1 "the body"

---- an empty list writes nothing
-- POST /tasks
-- body: []
-- needs insert on lab.tasks
--   write
--   insert lab.tasks () from a list, returning nothing
insert into "lab"."tasks" as "target"
select
from json_array_elements($1::json) as pgrst_body
returning 1;
-- $1 "the body"

---- columns name the keys that count
-- POST /tasks?columns=name,project_id
-- body: [{"name":"A","other":1},{"project_id":2}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name, project_id) from a list, returning nothing
insert into "lab"."tasks" as "target" ("name", "project_id")
select pgrst_body."name", pgrst_body."project_id"
from json_to_recordset($1::json) as pgrst_body ("name" text, "project_id" integer)
returning 1;
-- $1 "the body"

---- a column named twice is written once
-- POST /tasks?columns=name,name
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"

---- missing keys take defaults where asked
-- POST /tasks?columns=id,name,project_id
-- prefer: "missing=default"
-- body: [{"project_id":1}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (id, name, project_id) from a list, defaults filled in, returning nothing
insert into "lab"."tasks" as "target" ("id", "name", "project_id")
select pgrst_body."id", pgrst_body."name", pgrst_body."project_id"
from jsonb_to_recordset(
  (
    select coalesce(
      jsonb_agg(jsonb_build_object($1::text, nextval('lab.tasks_id_seq'), $2::text, 'unnamed'::text) || pgrst_row),
      '[]'
    )
    from jsonb_array_elements($3::jsonb) as pgrst_row
  )
) as pgrst_body ("id" integer, "name" text, "project_id" integer)
returning 1;
-- $1 "id", $2 "name", $3 "the body"

---- missing keys of one object
-- POST /owned?columns=id,owner
-- prefer: "missing=default"
-- body: {"id":1}
-- needs insert on lab.owned
--   write
--   insert lab.owned (id, owner) from an object, defaults filled in, returning nothing
insert into "lab"."owned" as "target" ("id", "owner")
select pgrst_body."id", pgrst_body."owner"
from jsonb_to_record(jsonb_build_object($1::text, auth.uid()) || $2::jsonb) as pgrst_body ("id" integer, "owner" uuid)
returning 1;
-- $1 "owner", $2 "the body"

---- missing keys without a default stay null
-- POST /projects?columns=id,name
-- prefer: "missing=default"
-- body: {"id":1}
-- needs insert on lab.projects
--   write
--   insert lab.projects (id, name) from an object, defaults filled in, returning nothing
insert into "lab"."projects" as "target" ("id", "name")
select pgrst_body."id", pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("id" integer, "name" text)
returning 1;
-- $1 "the body"

---- missing keys are null unless asked
-- POST /tasks?columns=name,project_id
-- prefer: "missing=null"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name, project_id) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name", "project_id")
select pgrst_body."name", pgrst_body."project_id"
from json_to_record($1::json) as pgrst_body ("name" text, "project_id" integer)
returning 1;
-- $1 "the body"

---- the types of the columns decide how JSON is read
-- POST /projects
-- body: {"id":1,"budget":1.5,"tags":["a"],"meta":{"a":1},"mood":"calm","done":5,"period":"[,)"}
-- needs insert on lab.projects
--   write
--   insert lab.projects (id, budget, tags, meta, mood, done, period) from an object, returning nothing
insert into "lab"."projects" as "target" ("id", "budget", "tags", "meta", "mood", "done", "period")
select pgrst_body."id", pgrst_body."budget", pgrst_body."tags", pgrst_body."meta", pgrst_body."mood",
pgrst_body."done", pgrst_body."period"
from json_to_record($1::json) as pgrst_body (
  "id" integer, "budget" numeric(10,2), "tags" text[], "meta" jsonb, "mood" lab.mood, "done" lab.percentage,
  "period" daterange
)
returning 1;
-- $1 "the body"

---- the rows come back
-- POST /tasks
-- prefer: "return=representation"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning all
--   t0 lab.tasks: *
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_record($1::json) as pgrst_body ("name" text)
  returning "target".*
)
select "t0".*
from pgrst_source as "t0";
-- $1 "the body", $2 "MARK:large:"

---- only what is selected needs to be read
-- POST /tasks?select=id,label:name
-- prefer: "return=representation"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning id, name
--   t0 lab.tasks: id, name as label
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_record($1::json) as pgrst_body ("name" text)
  returning "target"."id", "target"."name"
)
select "t0"."id" as "id", "t0"."name" as "label"
from pgrst_source as "t0";
-- $1 "the body", $2 "MARK:large:"

---- with what they point to
-- POST /tasks?select=id,projects(name)
-- prefer: "return=representation"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning id, project_id
--   t0 lab.tasks: id
--     projects = many-to-one by tasks_project_id_fkey; left join, one row, nested
--       t1 lab.projects: name
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_record($1::json) as pgrst_body ("name" text)
  returning "target"."id", "target"."project_id"
)
select "t0"."id" as "id", row_to_json("t1".*) as "projects"
from pgrst_source as "t0"
left join lateral (
  select "t1"."name" as "name"
  from "lab"."projects" as "t1"
  where "t1"."id" = "t0"."project_id"
) as "t1" on true;
-- $1 "the body", $2 "MARK:large:"

---- in an order
-- POST /tasks?select=id&order=name
-- prefer: "return=representation"
-- body: [{"name":"A"}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from a list, returning id, name
--   t0 lab.tasks: id
--     order by name
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_recordset($1::json) as pgrst_body ("name" text)
  returning "target"."id", "target"."name"
)
select "t0"."id" as "id"
from pgrst_source as "t0"
order by "t0"."name";
-- $1 "the body", $2 "MARK:large:"

---- with an aggregate of what was written
-- POST /tasks?select=count()
-- prefer: "return=representation"
-- body: [{"name":"A"}]
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from a list, returning all
--   t0 lab.tasks: count(row) as count, grouped
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_recordset($1::json) as pgrst_body ("name" text)
  returning "target".*
)
select count(*) as "count"
from pgrst_source as "t0";
-- $1 "the body", $2 "MARK:large:"

---- the Location of the new row
-- POST /tasks
-- prefer: "return=headers-only"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning id
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_record($1::json) as pgrst_body ("name" text)
  returning "target"."id"
)
select null::bigint as total, count(*) as rows, '' as body, case when count(*) = 1 then array[array[$2::text,
(select "id"::text from pgrst_source)]] end as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status
from pgrst_source as pgrst_rows;
-- $1 "the body", $2 "id"

---- a Location of two columns
-- POST /compound
-- prefer: "return=headers-only"
-- body: {"a":1,"b":"x"}
-- needs insert on lab.compound
--   write
--   insert lab.compound (a, b) from an object, returning a, b
with pgrst_source as (
  insert into "lab"."compound" as "target" ("a", "b")
  select pgrst_body."a", pgrst_body."b"
  from json_to_record($1::json) as pgrst_body ("a" integer, "b" text)
  returning "target"."a", "target"."b"
)
select null::bigint as total, count(*) as rows, '' as body, case when count(*) = 1 then array[array[$2::text,
(select "a"::text from pgrst_source)], array[$3::text,
(select "b"::text from pgrst_source)]] end as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status
from pgrst_source as pgrst_rows;
-- $1 "the body", $2 "a", $3 "b"

---- no Location without a primary key
-- POST /keyless
-- prefer: "return=headers-only"
-- body: {"note":"A"}
-- needs insert on lab.keyless
--   write
--   insert lab.keyless (note) from an object, returning nothing
insert into "lab"."keyless" as "target" ("note")
select pgrst_body."note"
from json_to_record($1::json) as pgrst_body ("note" text)
returning 1;
-- $1 "the body"

---- a single object or nothing is written
-- POST /tasks
-- prefer: "return=representation"
-- headers: {"accept":"application/vnd.pgrst.object+json"}
-- body: [{"name":"A"}]
-- needs insert on lab.tasks
--   write: single row, as object
--   insert lab.tasks (name) from a list, returning all
--   t0 lab.tasks: *
-- answers application/vnd.pgrst.object+json; charset=utf-8
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_recordset($1::json) as pgrst_body ("name" text)
  returning "target".*
), pgrst_chosen as (select "t0".* from pgrst_source as "t0")
select null::bigint as total, count(*) as rows, coalesce(((json_agg(pgrst_rows))->0)::text, 'null') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when count(*) <> 1 then ($2::text || count(*))::int when pg_column_size(json_agg(pgrst_rows)) > 16777216 then (
  $3::text || pg_column_size(json_agg(pgrst_rows))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "the body", $2 "MARK:single:", $3 "MARK:large:"

---- as CSV
-- POST /tasks
-- prefer: "return=representation"
-- headers: {"accept":"text/csv"}
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write: as csv
--   insert lab.tasks (name) from an object, returning all
--   t0 lab.tasks: *
-- answers text/csv; charset=utf-8
with pgrst_source as (
  insert into "lab"."tasks" as "target" ("name")
  select pgrst_body."name"
  from json_to_record($1::json) as pgrst_body ("name" text)
  returning "target".*
), pgrst_chosen as (select "t0".* from pgrst_source as "t0")
select null::bigint as total, count(*) as rows,
(
  select coalesce(string_agg(pgrst_key, ','), '')
  from (
    select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
    from (select * from pgrst_chosen limit 1) as pgrst_first
  ) as pgrst_keys
) || E'\n' || coalesce(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'), '') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')) > 16777216 then (
  $2::text || pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "the body", $2 "MARK:large:"

---- from CSV
-- POST /tasks
-- headers: {"content-type":"text/csv"}
-- body: "name,project_id\nA,1\nNULL,2"
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name, project_id) from a list, returning nothing
insert into "lab"."tasks" as "target" ("name", "project_id")
select pgrst_body."name", pgrst_body."project_id"
from json_to_recordset($1::json) as pgrst_body ("name" text, "project_id" integer)
returning 1;
-- $1 "the body"

---- from a form
-- POST /tasks
-- headers: {"content-type":"application/x-www-form-urlencoded"}
-- body: "name=A+B&project_id=1"
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name, project_id) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name", "project_id")
select pgrst_body."name", pgrst_body."project_id"
from json_to_record($1::json) as pgrst_body ("name" text, "project_id" integer)
returning 1;
-- $1 "the body"

---- a relation with a hostile name
-- POST /odd%20%22names%22
-- body: {"the key":1,"a,b(c)":"x"}
-- needs insert on lab.odd "names"
--   write
--   insert lab.odd "names" (the key, a,b(c)) from an object, returning nothing
insert into "lab"."odd ""names""" as "target" ("the key", "a,b(c)")
select pgrst_body."the key", pgrst_body."a,b(c)"
from json_to_record($1::json) as pgrst_body ("the key" integer, "a,b(c)" text)
returning 1;
-- $1 "the body"

---- a column there is not
-- POST /tasks
-- body: {"nmae":"A"}
-- needs insert on lab.tasks
-- 400 PGRST204 Could not find the 'nmae' column of 'tasks' in the schema cache

---- columns that are not there
-- POST /tasks?columns=nmae
-- body: {"name":"A"}
-- needs insert on lab.tasks
-- 400 PGRST204 Could not find the 'nmae' column of 'tasks' in the schema cache

---- objects of different keys
-- POST /tasks
-- body: [{"name":"A"},{"project_id":1}]
-- 400 PGRST102 All object keys must match

---- a list of other things
-- POST /tasks
-- body: [1,2]
-- 400 PGRST102 All object keys must match

---- neither object nor list
-- POST /tasks
-- body: "\"A\""
-- 400 PGRST102 All object keys must match

---- no JSON
-- POST /tasks
-- body: "{name: A}"
-- 400 PGRST102 Empty or invalid json

---- nothing
-- POST /tasks
-- 400 PGRST102 Empty or invalid json

---- CSV of uneven lines
-- POST /tasks
-- headers: {"content-type":"text/csv"}
-- body: "a,b\n1"
-- 400 PGRST102 All lines must have same number of fields

---- a body of another type
-- POST /tasks
-- headers: {"content-type":"text/plain"}
-- body: "A"
-- 400 PGRST102 Content-Type not acceptable: text/plain

---- a filter has no meaning
-- POST /tasks?id=eq.1
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"
