---- unknown preferences are ignored
-- GET /keyless
-- prefer: "color=red, count=none"
--   t0 lab.keyless: * limit 1000

---- lenient after strict is too late
-- GET /keyless
-- prefer: "handling=strict, handling=lenient, color=red"
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: color=red"

---- tx=rollback of CSV is held, to be undone
-- GET /keyless
-- prefer: "tx=rollback"
-- headers: {"accept":"text/csv"}
--   read: as csv, rolled back
--   t0 lab.keyless: * limit 1000
-- answers text/csv; charset=utf-8

---- a time zone there is not, strict
-- GET /keyless
-- prefer: "handling=strict, timezone=Mars/Base"
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: timezone=Mars/Base"

---- max-affected that is no number, strict
-- DELETE /tasks?id=eq.1
-- prefer: "handling=strict, max-affected=few"
-- 400 PGRST122 Invalid preferences given with handling=strict
-- details "Invalid preferences: max-affected=few"

---- max-affected means nothing to a read
-- GET /keyless
-- prefer: "handling=strict, max-affected=1"
--   t0 lab.keyless: * limit 1000
