---- a relation there is not, and one that is near
-- GET /projectz
-- 404 PGRST205 Could not find the table 'lab.projectz' in the schema cache
-- hint Perhaps you meant the table 'lab.projects'

---- a relation with nothing near it
-- GET /completely_different
-- 404 PGRST205 Could not find the table 'lab.completely_different' in the schema cache

---- a name in percent encoding
-- GET /keyl%65ss
-- needs select on lab.keyless
--   read
--   t0 lab.keyless: * limit 1000
select "t0".*
from "lab"."keyless" as "t0"
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- a function is no relation
-- GET /add
-- 404 PGRST205 Could not find the table 'lab.add' in the schema cache

---- the root
-- GET /
-- 404 PGRST125 Invalid path specified in request URL

---- a path that is not UTF-8
-- GET /%ff
-- 404 PGRST125 Invalid path specified in request URL

---- a method there is not
-- TRACE /tasks
-- 405 PGRST117 Unsupported HTTP method: TRACE

---- a name that is a property of every object
-- GET /__proto__
-- 404 PGRST205 Could not find the table 'lab.__proto__' in the schema cache
