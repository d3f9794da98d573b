---- in the name of a column
-- GET /tasks?select="'%3Bdrop%20table%20lab.tasks%3B--"
-- 400 42703 column tasks.';drop table lab.tasks;-- does not exist

---- in an alias with double quotes
-- GET /tasks?select="%5C"%20from%20x;--":name
--   t0 lab.tasks: name as " from x;-- limit 1000
select "t0"."name" as """ from x;--"
from "lab"."tasks" as "t0"
limit $1;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row".""" from x;--"), 0))
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"

---- in a cast
-- GET /tasks?select=name::text);drop%20table%20x
-- 400 PGRST100 "failed to parse select parameter (name::text);drop table x)" (line 1, column 11)
-- details "unexpected \")\" expecting \",\", \"(\" or end of input"

---- in the language of a text search
-- GET /tasks?name=fts(english%27).x
-- 400 PGRST100 "failed to parse filter (fts(english').x)" (line 1, column 1)
-- details "unexpected \"f\" expecting \"not\" or operator (eq, gt, ...)"

---- in a language that is one word
-- GET /tasks?name=fts(drop table).x
--   t0 lab.tasks: * limit 1000
--     where name fts(drop table) "x"

---- in the name of a relation
-- GET /'%3Bdrop%20table%20lab.tasks%3B--
-- 404 PGRST205 Could not find the table 'lab.';drop table lab.tasks;--' in the schema cache

---- in the name of a function
-- GET /rpc/'%3Bdrop%20table%20lab.tasks%3B--
-- 404 PGRST202 Could not find the function lab.';drop table lab.tasks;-- without parameters in the schema cache
-- details "Searched for the function lab.';drop table lab.tasks;-- without parameters, but no matches were found in the schema cache."

---- in the name of an argument
-- GET /rpc/greet?'%3Bdrop%20table%20lab.tasks%3B--=1
-- 400 PGRST100 "failed to parse tree path (';drop table lab.tasks;--)" (line 1, column 1)
-- details "unexpected \"'\" expecting field name (* or [a..z0..9_$])"

---- in a hint
-- GET /messages?select=people!"'%3Bdrop%20table%20lab.tasks%3B--"(*)
-- 400 PGRST200 Could not find a relationship between 'messages' and 'people' in the schema cache
-- details "Searched for a foreign key relationship between 'messages' and 'people' using the hint '';drop table lab.tasks;--' in the schema 'lab', but no matches were found."

---- in the keys of a body
-- POST /tasks
-- body: {"';drop table lab.tasks;--":1}
-- 400 PGRST204 Could not find the '';drop table lab.tasks;--' column of 'tasks' in the schema cache

---- in on_conflict
-- POST /tasks?on_conflict="'%3Bdrop%20table%20lab.tasks%3B--"
-- prefer: "resolution=merge-duplicates"
-- body: {"name":"A"}
-- 400 PGRST204 Could not find the '';drop table lab.tasks;--' column of 'tasks' in the schema cache

---- in a time zone
-- GET /keyless
-- prefer: "timezone=';drop table lab.tasks;--"
--   t0 lab.keyless: * limit 1000

---- in the options of a plan
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; options=analyze) select 1;--"}
--   read: explain text of array
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8

---- a null character in a name
-- GET /tasks?na%00me=eq.a
-- 400 PGRST100 "failed to decode the query string" (line 1, column 1)
-- details "unexpected null character"

---- a percent alone
-- GET /tasks?name=eq.50%
--   t0 lab.tasks: * limit 1000
--     where name eq "50%"

---- properties that every object has
-- POST /tasks
-- body: "{\"__proto__\": 1}"
-- 400 PGRST204 Could not find the '__proto__' column of 'tasks' in the schema cache
