---- CSV
-- GET /clients?order=id
-- headers: {"accept":"text/csv"}
--   read: as csv
--   t0 lab.clients: * limit 1000
--     order by id
-- answers text/csv; charset=utf-8
with pgrst_source as (select "t0".*
from "lab"."clients" as "t0"
order by "t0"."id"
limit $1)
select null::bigint as total, count(*) as rows, (
select coalesce(string_agg(pgrst_key, ','), '')
from (
select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
from (select *
from pgrst_source
limit 1) as pgrst_first ) as pgrst_keys ) || E'\n' || coalesce(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'), '') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')) > 16777216 then ($2::text || pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')))::int end as guard
from pgrst_source as pgrst_rows;
-- $1 "1000", $2 "MARK:large:"

---- the most wanted type that we have
-- GET /keyless
-- headers: {"accept":"image/png, text/csv;q=0.2, application/json;q=0.9"}
--   t0 lab.keyless: * limit 1000

---- a plan in JSON with options
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan+json; options=analyze|buffers|nonsense"}
--   read: explain json analyze buffers of array
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+json; for="application/json"; options=analyze|buffers; charset=utf-8

---- a plan of a single object
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan+text; for=\"application/vnd.pgrst.object+json\"; options=verbose"}
--   read: single row, explain text verbose of object
--   t0 lab.keyless: * limit 1000
-- answers application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=verbose; charset=utf-8
explain (format text, verbose) with pgrst_source as (select "t0".*
from "lab"."keyless" as "t0"
limit $1)
select null::bigint as total, count(*) as rows, coalesce(((json_agg(pgrst_rows))->0)::text, 'null') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when pg_column_size(json_agg(pgrst_rows)) > 16777216 then ($2::text || pg_column_size(json_agg(pgrst_rows)))::int end as guard
from pgrst_source as pgrst_rows;
-- $1 "1000", $2 "MARK:large:"

---- a plan of a plan
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; for=\"application/vnd.pgrst.plan\""}
-- 406 PGRST107 None of these media types are available: application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"
