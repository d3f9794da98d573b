---- an object without keys takes all defaults
-- POST /tasks
-- body: {}
-- needs insert on lab.tasks
--   insert lab.tasks () from an object, returning nothing
insert into "lab"."tasks" as "target"
select
from (values ($1::json)) as pgrst_body
returning 1;
-- $1 "the body"

---- a column named twice is written once
-- POST /tasks?columns=name,name
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   insert lab.tasks (name) from an object, returning nothing

---- missing keys of one object
-- POST /owned?columns=id,owner
-- prefer: "missing=default"
-- body: {"id":1}
-- needs insert on lab.owned
--   insert lab.owned (id, owner) from an object, defaults filled in, returning nothing

---- the types of the columns decide how JSON is read
-- POST /projects
-- body: {"id":1,"budget":1.5,"tags":["a"],"meta":{"a":1},"mood":"calm","done":5,"period":"[,)"}
-- needs insert on lab.projects
--   insert lab.projects (id, budget, tags, meta, mood, done, period) from an object, returning nothing
insert into "lab"."projects" as "target" ("id", "budget", "tags", "meta", "mood", "done", "period")
select pgrst_body."id", pgrst_body."budget", pgrst_body."tags", pgrst_body."meta", pgrst_body."mood", pgrst_body."done", pgrst_body."period"
from json_to_record($1::json) as pgrst_body ("id" integer, "budget" numeric(10,2), "tags" text[], "meta" jsonb, "mood" lab.mood, "done" lab.percentage, "period" daterange)
returning 1;
-- $1 "the body"

---- only selected columns need the right to read
-- POST /tasks?select=id,label:name
-- prefer: "return=representation"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   insert lab.tasks (name) from an object, returning id, name
--   t0 lab.tasks: id, name as label

---- with an aggregate of what was written
-- POST /tasks?select=count()
-- prefer: "return=representation"
-- body: [{"name":"A"}]
-- needs insert on lab.tasks
--   insert lab.tasks (name) from a list, returning all
--   t0 lab.tasks: count(row) as count, grouped

---- no Location without a primary key
-- POST /keyless
-- prefer: "return=headers-only"
-- body: {"note":"A"}
-- needs insert on lab.keyless
--   insert lab.keyless (note) from an object, returning nothing

---- a relation with a hostile name
-- POST /odd%20%22names%22
-- body: {"the key":1,"a,b(c)":"x"}
-- needs insert on lab.odd "names"
--   insert lab.odd "names" (the key, a,b(c)) from an object, returning nothing
insert into "lab"."odd ""names""" as "target" ("the key", "a,b(c)")
select pgrst_body."the key", pgrst_body."a,b(c)"
from json_to_record($1::json) as pgrst_body ("the key" integer, "a,b(c)" text)
returning 1;
-- $1 "the body"
