---- ignore by the primary key
-- POST /people
-- prefer: "resolution=ignore-duplicates"
-- body: {"id":1,"name":"A"}
-- needs insert on lab.people
--   insert lab.people (id, name) from an object, on conflict (id) ignore, returning nothing

---- nothing to merge
-- POST /people
-- prefer: "resolution=merge-duplicates"
-- body: [{}]
-- needs insert on lab.people
--   insert lab.people () from a list, on conflict (id) merge, returning nothing
insert into "lab"."people" as "target"
select
from json_array_elements($1::json) as pgrst_body
where set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int + 1)::text, true) is not null
on conflict ("id") do nothing
returning 1;
-- tells how many were inserted
-- $1 "the body"

---- PUT of a key of two columns
-- PUT /compound?a=eq.1&b=eq.x
-- prefer: "return=representation"
-- body: [{"a":1,"b":"x","note":"n"}]
-- needs insert on lab.compound
--   insert lab.compound (a, b, note) from a list, on conflict (a, b) merge, returning all
--   only a eq "1"
--   only b eq "x"
--   t0 lab.compound: *
with pgrst_source as (insert into "lab"."compound" as "target" ("a", "b", "note")
select pgrst_body."a", pgrst_body."b", pgrst_body."note"
from json_to_recordset($1::json) as pgrst_body ("a" integer, "b" text, "note" text)
where "pgrst_body"."a" = $2 and "pgrst_body"."b" = $3 and set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int + 1)::text, true) is not null
on conflict ("a", "b") do update set "a" = excluded."a", "b" = excluded."b", "note" = excluded."note"
where set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int - 1)::text, true) is not null
returning "target".*), pgrst_chosen as (select "t0".*
from pgrst_source as "t0")
select null::bigint as total, count(*) as rows, string_agg(coalesce(pgrst_text::text, 'null'), ',') as body, null::text[] as location, nullif(current_setting('pgrst.inserted', true), '') as inserted, nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status, case when count(*) <> 1 or json_array_length($4::json) <> 1 then ($5::text || count(*))::int end as guard
from (select *, sum(coalesce(pg_column_size("pgrst_text"), 4)) over (rows unbounded preceding) as pgrst_bytes
from (select case when ($6::text || nullif(greatest(2 * (0::bigint + coalesce(octet_length("pgrst_row"."b"), 0) + coalesce(octet_length("pgrst_row"."note"), 0)), 4194304), 4194304))::int is null then row_to_json(pgrst_row) end as "pgrst_text"
from pgrst_chosen as pgrst_row offset 0) as pgrst_built) as pgrst_bounded
where ($7::text || nullif(greatest(pgrst_bytes, 8388608), 8388608))::int is null;
-- $1 "the body", $2 "1", $3 "x", $4 "the body", $5 "MARK:put:", $6 "MARK:large 4194304:", $7 "MARK:large 8388608:"

---- PUT fills in no defaults
-- PUT /tasks?id=eq.1
-- prefer: "missing=default"
-- body: {"id":1,"name":"A"}
-- needs insert on lab.tasks
--   insert lab.tasks (id, name) from an object, on conflict (id) merge, returning nothing
--   only id eq "1"

---- PUT by less than the key
-- PUT /compound?a=eq.1
-- body: {"a":1,"b":"x"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT by more than the key
-- PUT /people?id=eq.1&name=eq.A
-- body: {"id":1,"name":"A"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT by another operator
-- PUT /people?id=gt.1
-- body: {"id":1,"name":"A"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT by a negated key
-- PUT /people?id=not.eq.1
-- body: {"id":1,"name":"A"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT by any of several
-- PUT /people?id=eq(any).{1}
-- body: {"id":1,"name":"A"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT by a tree
-- PUT /people?and=(id.eq.1)
-- body: {"id":1,"name":"A"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT without a key in the body
-- PUT /people?id=eq.1
-- body: {"name":"A"}
-- 400 PGRST115 Payload values do not match URL in primary key column(s)

---- PUT to what has no key
-- PUT /keyless?note=eq.a
-- body: {"note":"a"}
-- 405 PGRST105 Filters must include all and only primary key columns with 'eq' operators

---- PUT with a limit
-- PUT /people?id=eq.1&limit=1
-- body: {"id":1,"name":"A"}
-- 400 PGRST114 limit/offset querystring parameters are not allowed for PUT

---- PUT with on_conflict
-- PUT /people?id=eq.1&on_conflict=id
-- body: {"id":1,"name":"A"}
-- 400 PGRST127 Feature not implemented
-- details "on_conflict is not possible on PUT"

---- on_conflict by a column there is not
-- POST /people?on_conflict=idd
-- prefer: "resolution=merge-duplicates"
-- body: {"id":1}
-- 400 PGRST204 Could not find the 'idd' column of 'people' in the schema cache
