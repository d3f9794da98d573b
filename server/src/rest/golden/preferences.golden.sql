---- unknown preferences are ignored
-- GET /keyless
-- prefer: "color=red, count=none"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- the first of two counts
-- POST /keyless
-- prefer: "return=minimal, return=representation"
-- body: {"note":"A"}
-- needs insert on lab.keyless
--   write
--   insert lab.keyless (note) from an object, returning nothing

---- lenient after strict is too late
-- GET /keyless
-- prefer: "handling=strict, handling=lenient, color=red"
-- needs select on lab.keyless
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: color=red"

---- tx=rollback of CSV is held, to be undone
-- GET /keyless
-- prefer: "tx=rollback"
-- headers: {"accept":"text/csv"}
-- needs select on lab.keyless
--   read: as csv, rolled back
--   t0 lab.keyless: * limit 1000
-- answers text/csv; charset=utf-8

---- a time zone there is
-- GET /keyless
-- prefer: "handling=strict, timezone=Europe/Berlin"
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000

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
