---- those we do not know are passed over
-- GET /keyless
-- prefer: "color=red, count=none"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- strict refuses those we do not know
-- GET /keyless
-- prefer: "handling=strict, color=red, count=none"
-- needs select on lab.keyless
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: color=red, count=none"

---- the first of two counts
-- POST /keyless
-- prefer: "return=minimal, return=representation"
-- body: {"note":"A"}
-- needs insert on lab.keyless
--   write
--   insert lab.keyless (note) from an object, returning nothing
insert into "lab"."keyless" as "target" ("note")
select pgrst_body."note"
from json_to_record($1::json) as pgrst_body ("note" text)
returning 1;
-- $1 "the body"

---- lenient after strict is too late
-- GET /keyless
-- prefer: "handling=strict, handling=lenient, color=red"
-- needs select on lab.keyless
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: color=red"

---- tx=rollback undoes a write
-- POST /tasks
-- prefer: "tx=rollback"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write: rolled back
--   insert lab.tasks (name) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"

---- tx=rollback of CSV is held, to be undone
-- GET /keyless
-- prefer: "tx=rollback"
-- headers: {"accept":"text/csv"}
-- needs select on lab.keyless
--   read: as csv, rolled back
--   t0 lab.keyless: * limit 1000
-- answers text/csv; charset=utf-8
with pgrst_source as (select "t0".* from "lab"."keyless" as "t0" limit $1)
select null::bigint as total, count(*) as rows,
(
  select coalesce(string_agg(pgrst_key, ','), '')
  from (
    select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
    from (select * from pgrst_source limit 1) as pgrst_first
  ) as pgrst_keys
) || E'\n' || coalesce(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'), '') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')) > 16777216 then (
  $2::text || pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'))
)::int end as guard
from pgrst_source as pgrst_rows;
-- $1 "1000", $2 "MARK:large:"

---- tx=commit is as usual
-- POST /tasks
-- prefer: "tx=commit"
-- body: {"name":"A"}
-- needs insert on lab.tasks
--   write
--   insert lab.tasks (name) from an object, returning nothing
insert into "lab"."tasks" as "target" ("name")
select pgrst_body."name"
from json_to_record($1::json) as pgrst_body ("name" text)
returning 1;
-- $1 "the body"

---- a time zone there is
-- GET /keyless
-- prefer: "handling=strict, timezone=Europe/Berlin"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a time zone there is not, strict
-- GET /keyless
-- prefer: "handling=strict, timezone=Mars/Base"
-- needs select on lab.keyless
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: timezone=Mars/Base"

---- a time zone there is not, lenient
-- GET /keyless
-- prefer: "timezone=Mars/Base"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- max-affected that is no number, strict
-- DELETE /tasks
-- prefer: "handling=strict, max-affected=few"
-- needs delete on lab.tasks
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: max-affected=few"

---- max-affected means nothing to a read
-- GET /keyless
-- prefer: "handling=strict, max-affected=1"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"
