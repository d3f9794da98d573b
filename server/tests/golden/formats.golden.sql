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
limit 1) as pgrst_first ) as pgrst_keys ) || E'\n' || coalesce(string_agg(pgrst_text, E'\n'), '') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select case when ($2::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(case when pg_column_size("pgrst_row"."address") <= 4 then 63 when pg_column_size("pgrst_row"."address") > 131072 and (select typtype = 'c'
from pg_catalog.pg_type
where oid = pg_typeof("pgrst_row"."address")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end
from (select to_jsonb("pgrst_row"."address") as pgrst_document offset 0) as pgrst_document) end
from (select pg_column_size(array["pgrst_row"."address"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)), 4194304), 4194304))::int is null then left(right(pgrst_row::text, -1), -1) end as "pgrst_text"
from pgrst_source as pgrst_row offset 0) as pgrst_built) as pgrst_bounded
where ($3::text || nullif(greatest(pgrst_bytes, 8388608), 8388608))::int is null;
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"

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
select null::bigint as total, count(*) as rows, string_agg(coalesce(pgrst_text::text, 'null'), ',') as body, null::text[] as location, null::text as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select case when ($2::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_row"."note"), 0)), 4194304), 4194304))::int is null then row_to_json(pgrst_row) end as "pgrst_text"
from pgrst_source as pgrst_row offset 0) as pgrst_built) as pgrst_bounded
where ($3::text || nullif(greatest(pgrst_bytes, 8388608), 8388608))::int is null;
-- $1 "1000", $2 "MARK:large 4194304:", $3 "MARK:large 8388608:"

---- a plan of a plan
-- GET /keyless
-- headers: {"accept":"application/vnd.pgrst.plan; for=\"application/vnd.pgrst.plan\""}
-- 406 PGRST107 None of these media types are available: application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"
