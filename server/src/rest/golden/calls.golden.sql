---- GET: the last of two values counts
-- GET /rpc/add?a=1&a=2
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- GET: variadic takes every value
-- GET /rpc/total?numbers=1&numbers=2
-- needs execute on lab.total(integer[])
--   call: read only
--   call lab.total with numbers integer[], giving scalar, immutable
--   t0 lab.total: * limit 1000
with pgrst_source as (select pgrst_call.*
from (select "lab"."total"(variadic "numbers" := $1::integer[]) as pgrst_scalar) as pgrst_call)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 ["1","2"], $2 "1000", $3 "MARK:large:"

---- GET: a value that looks like a filter is one
-- GET /rpc/pairs?up_to=5&number=gt.2&order=label.desc&limit=2
-- needs execute on lab.pairs(integer)
--   call: read only
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: * limit 2
--     where number gt "2"
--     order by label desc
with pgrst_source as (select pgrst_call.*
from "lab"."pairs"("up_to" := $1::integer) as pgrst_call)
select "t0".*
from pgrst_source as "t0"
where "t0"."number" > $2
order by "t0"."label" desc
limit $3;
-- $1 "5", $2 "2", $3 "2", $4 "MARK:large:"

---- POST: the first object of a list
-- POST /rpc/add
-- body: [{"a":1,"b":2}]
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer of the body's first object, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- POST: without a body there are no arguments
-- POST /rpc/nothing
-- needs execute on lab.nothing()
--   call lab.nothing with nothing, giving void, volatile
--   t0 lab.nothing: * limit 1000

---- POST: columns name the arguments that count
-- POST /rpc/add?columns=a
-- body: {"a":1,"other":2}
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer of the body, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- an immutable function may not by POST either
-- POST /rpc/greet
-- body: {"name":"A"}
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text of the body, giving scalar, immutable
--   t0 lab.greet: * limit 1000

---- a count of its result
-- GET /rpc/all_projects?id=gt.1
-- prefer: "count=exact"
-- needs execute on lab.all_projects()
--   call: read only, count exact
--   call lab.all_projects with nothing, giving setof composite, stable
--   t0 lab.projects: * limit 1000
--     where id gt "1"
with pgrst_source as (select pgrst_call.*
from "lab"."all_projects"() as pgrst_call), pgrst_chosen as (select "t0".*
from pgrst_source as "t0"
where "t0"."id" > $1
limit $2), pgrst_counted as (select 1
from pgrst_source as "t0"
where "t0"."id" > $3)
select (select count(*)
from pgrst_counted) as total, count(*) as rows, coalesce((json_agg(pgrst_rows))::text, '[]') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when pg_column_size(json_agg(pgrst_rows)) > 16777216 then ($4::text || pg_column_size(json_agg(pgrst_rows)))::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "1", $2 "1000", $3 "1", $4 "MARK:large:"

---- a parameter too few
-- GET /rpc/add?b=1
-- 404 PGRST202 Could not find the function lab.add(b) in the schema cache
-- details "Searched for the function lab.add with parameter b, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.add(a, b)

---- a column it does not give
-- GET /rpc/pairs?up_to=3&select=nummer
-- 400 42703 column pairs.nummer does not exist
-- hint Perhaps you meant to reference the column "pairs.number".

---- a list of other things
-- POST /rpc/add
-- body: [1]
-- 400 PGRST102 All object keys must match
