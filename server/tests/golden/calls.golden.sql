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
from (select "lab"."total"(variadic "numbers" := $1::integer[]) as pgrst_scalar offset 0) as pgrst_call), pgrst_chosen as (select "t0".*
from pgrst_source as "t0"
limit $2)
select null::bigint as total, count(*) as rows, string_agg(coalesce(pgrst_text::text, 'null'), ',') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select to_json(pgrst_row.pgrst_scalar) as "pgrst_text"
from pgrst_chosen as pgrst_row offset 0) as pgrst_built) as pgrst_bounded
where ($3::text || nullif(greatest(pgrst_bytes, 8388608), 8388608))::int is null;
-- $1 ["1","2"], $2 "1000", $3 "MARK:large 8388608:"

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
select "t0"."number" as "number", "t0"."label" as "label"
from (select "t0"."number" as "number", "t0"."label" as "label"
from pgrst_source as "t0"
where (case when ($2::text || nullif(greatest(4 * (0::bigint + (select coalesce(octet_length(pgrst_value), 0)
from (select "t0"."label" as pgrst_value offset 0) as pgrst_computed)), 16777216), 16777216))::int is null then 1 end) is not null and "t0"."number" > $3
order by "t0"."label" desc
limit $4 offset 0) as "t0";
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."label"), 0))
-- $1 "5", $2 "MARK:large 16777216:", $3 "2", $4 "2", $5 "MARK:large 4194304:", $6 "MARK:large 8388608:"

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
from "lab"."all_projects"() as pgrst_call), pgrst_chosen as (select "t0"."id" as "id", "t0"."name" as "name", "t0"."client_id" as "client_id", "t0"."budget" as "budget", "t0"."started" as "started", "t0"."active" as "active", "t0"."tags" as "tags", "t0"."period" as "period", "t0"."meta" as "meta", "t0"."mood" as "mood", "t0"."done" as "done", "t0"."story" as "story"
from (select "t0"."id" as "id", "t0"."name" as "name", "t0"."client_id" as "client_id", "t0"."budget" as "budget", "t0"."started" as "started", "t0"."active" as "active", "t0"."tags" as "tags", "t0"."period" as "period", "t0"."meta" as "meta", "t0"."mood" as "mood", "t0"."done" as "done", "t0"."story" as "story"
from pgrst_source as "t0"
where "t0"."id" > $1
limit $2 offset 0) as "t0"), pgrst_counted as (select 1
from pgrst_source as "t0"
where "t0"."id" > $3)
select (select count(*)
from pgrst_counted) as total, count(*) as rows, string_agg(coalesce(pgrst_text::text, 'null'), ',') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select case when ($4::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + case when pg_column_size("pgrst_row"."tags") <= 2000 then octet_length("pgrst_row"."tags"::text) else case when cardinality("pgrst_row"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0)
from (select unnest("pgrst_row"."tags") as pgrst_element) as pgrst_elements) end end + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 when pg_column_size("pgrst_row"."mood") > 131072 and (select typtype = 'c'
from pg_catalog.pg_type
where oid = pg_typeof("pgrst_row"."mood")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end
from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_document) end
from (select pg_column_size(array["pgrst_row"."mood"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0) + coalesce(case when pg_column_size("pgrst_row"."story") <= 2000 then octet_length("pgrst_row"."story"::text) else (select case when pgrst_size > 4194304 then pgrst_size else octet_length("pgrst_row"."story"::text) end
from (select pg_column_size(array["pgrst_row"."story"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end), 4194304), 4194304))::int is null then row_to_json(pgrst_row) end as "pgrst_text"
from pgrst_chosen as pgrst_row offset 0) as pgrst_built) as pgrst_bounded
where ($5::text || nullif(greatest(pgrst_bytes, 8388608), 8388608))::int is null;
-- $1 "1", $2 "1000", $3 "1", $4 "MARK:large 4194304:", $5 "MARK:large 8388608:"

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
