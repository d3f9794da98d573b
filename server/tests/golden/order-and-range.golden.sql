---- directions and nulls
-- GET /tasks?order=name.asc,id.desc.nullsfirst,project_id.nullslast,shout.desc.nullslast
--   t0 lab.tasks: * limit 1000
--     order by name asc, id desc nulls first, project_id nulls last, shout desc nulls last
select "t0".*
from "lab"."tasks" as "t0"
order by "t0"."name" asc, "t0"."id" desc nulls first, "t0"."project_id" nulls last, "t0"."shout" desc nulls last
limit $1;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"

---- by a computed column
-- GET /clients?order=initial
--   t0 lab.clients: * limit 1000
--     order by initial

---- by a name in quotes
-- GET /odd%20%22names%22?order=%22a,b(c)%22.desc
--   t0 lab.odd "names": * limit 1000
--     order by a,b(c) desc

---- limit beyond what there may be
-- GET /tasks?limit=1001
--   t0 lab.tasks: * limit 1000

---- a Range header and a limit: the rows in both
-- GET /tasks?limit=3&offset=7
-- headers: {"range":"5-9"}
--   t0 lab.tasks: * limit 3 offset 7

---- a column there is not
-- GET /tasks?order=nam
-- 400 42703 column tasks.nam does not exist
-- hint Perhaps you meant to reference the column "tasks.name".

---- a direction there is not
-- GET /tasks?order=name.up
-- 400 PGRST100 "failed to parse order (name.up)" (line 1, column 6)
-- details "unexpected \"u\" expecting \"asc\", \"desc\", \"nullsfirst\" or \"nullslast\""

---- letters after nullslast
-- GET /tasks?order=name.asc.nullslasttt
-- 400 PGRST100 "failed to parse order (name.asc.nullslasttt)" (line 1, column 19)
-- details "unexpected 't' expecting \",\" or end of input"

---- an order of nothing
-- GET /tasks?order=
-- 400 PGRST100 "failed to parse order ()" (line 1, column 1)
-- details "unexpected end of input expecting field name (* or [a..z0..9_$])"

---- the same parameter twice
-- GET /tasks?order=id&order=name
-- 400 PGRST100 "failed to parse order" (line 1, column 1)
-- details "order is given twice"
