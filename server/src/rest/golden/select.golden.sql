---- a cast to a type of the schema
-- GET /projects?select=name::mood
--   t0 lab.projects: name::lab.mood as name limit 1000

---- steps into JSON answer under the last key
-- GET /projects?select=meta->a->b->0,meta->>n,tags->0
--   t0 lab.projects: meta->"a"->"b"->0 as b, meta->>"n" as n, tags->0 as tags limit 1000
select "t0"."meta"->$1->$2->$3::int as "b", "t0"."meta"->>$4 as "n", to_jsonb("t0"."tags")->$5::int as "tags"
from "lab"."projects" as "t0"
limit $6;
-- $1 "a", $2 "b", $3 "0", $4 "n", $5 "0", $6 "1000", $7 "MARK:large:"

---- a negative place, and a key that looks like a place
-- GET /projects?select=meta->a->-1,meta->"0"
--   t0 lab.projects: meta->"a"->-1 as a, meta->"0" as 0 limit 1000

---- a computed column by name; the star leaves it out
-- GET /clients?select=*,initial
--   t0 lab.clients: *, initial limit 1000

---- the star twice, and next to a column
-- GET /tasks?select=*,id,*
--   t0 lab.tasks: *, id, * limit 1000
