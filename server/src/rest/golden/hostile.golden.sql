---- in a value
-- GET /tasks?name=eq.'%3Bdrop%20table%20lab.tasks%3B--
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name eq "';drop table lab.tasks;--"

---- in a pattern, a list, an array
-- GET /tasks?name=like.'%3Bdrop%20table%20lab.tasks%3B--&name=in.("'%3Bdrop%20table%20lab.tasks%3B--")&name=eq(any).{'%3Bdrop%20table%20lab.tasks%3B--}
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name like "';drop table lab.tasks;--"
--     where name in ["';drop table lab.tasks;--"]
--     where name eq(any) "{';drop table lab.tasks;--}"

---- in a tree
-- GET /tasks?or=(name.eq."'%3Bdrop%20table%20lab.tasks%3B--",name.in.("'%3Bdrop%20table%20lab.tasks%3B--"))
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where (name eq "';drop table lab.tasks;--" or name in ["';drop table lab.tasks;--"])

---- in a step into JSON
-- GET /projects?select=meta->>"'%3Bdrop%20table%20lab.tasks%3B--"&meta->"'%3Bdrop%20table%20lab.tasks%3B--"=eq.1
-- needs select on lab.projects
--   read
--   t0 lab.projects: meta->>"';drop table lab.tasks;--" as ';drop table lab.tasks;-- limit 1000
--     where meta->"';drop table lab.tasks;--" eq "1"

---- in the order by a step into JSON
-- GET /projects?order=meta->>"'%3Bdrop%20table%20lab.tasks%3B--"
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     order by meta->>"';drop table lab.tasks;--"

---- in the name of a column
-- GET /tasks?select="'%3Bdrop%20table%20lab.tasks%3B--"
-- needs select on lab.tasks
-- 400 42703 column tasks.';drop table lab.tasks;-- does not exist

---- in an alias
-- GET /tasks?select="'%3Bdrop%20table%20lab.tasks%3B--":name
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: name as ';drop table lab.tasks;-- limit 1000

---- in an alias with double quotes
-- GET /tasks?select="%5C"%20from%20x;--":name
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: name as " from x;-- limit 1000
select "t0"."name" as """ from x;--"
from "lab"."tasks" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- in the alias of an embed
-- GET /projects?select="'%3Bdrop%20table%20lab.tasks%3B--":clients("'%3Bdrop%20table%20lab.tasks%3B--":name)
-- needs select on lab.projects; select on lab.clients
--   read
--   t0 lab.projects: nothing limit 1000
--     ';drop table lab.tasks;-- = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: name as ';drop table lab.tasks;--

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
-- needs select on lab.tasks
--   read
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

---- in an argument
-- GET /rpc/greet?name='%3Bdrop%20table%20lab.tasks%3B--
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text, giving scalar, immutable
--   t0 lab.greet: * limit 1000

---- in a hint
-- GET /messages?select=people!"'%3Bdrop%20table%20lab.tasks%3B--"(*)
-- needs select on lab.messages
-- 400 PGRST200 Could not find a relationship between 'messages' and 'people' in the schema cache
-- details "Searched for a foreign key relationship between 'messages' and 'people' using the hint '';drop table lab.tasks;--' in the schema 'lab', but no matches were found."

---- in a limit
-- GET /tasks?limit=1;drop
-- 400 PGRST100 "failed to parse limit (1;drop)" (line 1, column 1)
-- details "expecting a whole number"

---- in the keys of a body
-- POST /tasks
-- body: {"';drop table lab.tasks;--":1}
-- needs insert on lab.tasks
-- 400 PGRST204 Could not find the '';drop table lab.tasks;--' column of 'tasks' in the schema cache

---- in a body
-- POST /tasks
-- body: {"name":"';drop table lab.tasks;--"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning nothing

---- in the columns
-- POST /tasks?columns="'%3Bdrop%20table%20lab.tasks%3B--"
-- 400 PGRST102 Empty or invalid json

---- in on_conflict
-- POST /tasks?on_conflict="'%3Bdrop%20table%20lab.tasks%3B--"
-- prefer: "resolution=merge-duplicates"
-- body: {"name":"A"}
-- needs insert on lab.tasks
-- 400 PGRST204 Could not find the '';drop table lab.tasks;--' column of 'tasks' in the schema cache

---- in a time zone
-- GET /keyless
-- prefer: "timezone=';drop table lab.tasks;--"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000

---- in the options of a plan
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; options=analyze) select 1;--"}
-- needs select on lab.keyless
--   read: explain text of array
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8

---- in a profile
-- GET /tasks
-- headers: {"accept-profile":"';drop table lab.tasks;--"}
-- 406 PGRST106 Invalid schema: ';drop table lab.tasks;--
-- hint Only the following schemas are exposed: lab, public

---- a null character
-- GET /tasks?name=eq.a%00b
-- 400 PGRST100 "failed to decode the query string" (line 1, column 1)
-- details "unexpected null character"

---- a null character in a name
-- GET /tasks?na%00me=eq.a
-- 400 PGRST100 "failed to decode the query string" (line 1, column 1)
-- details "unexpected null character"

---- invalid UTF-8
-- GET /tasks?name=eq.%ff
-- 400 PGRST100 "failed to decode the query string" (line 1, column 1)
-- details "expecting percent-encoded UTF-8"

---- a percent alone
-- GET /tasks?name=eq.50%
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name eq "50%"

---- properties that every object has
-- POST /tasks
-- body: "{\"__proto__\": 1}"
-- needs insert on lab.tasks
-- 400 PGRST204 Could not find the '__proto__' column of 'tasks' in the schema cache
