---- a cast to a type of the schema
-- GET /projects?select=name::mood
--   t0 lab.projects: name::lab.mood as name limit 1000

---- steps into JSON answer under the last key
-- GET /projects?select=meta->a->b->0,meta->>n,tags->0
--   t0 lab.projects: meta->"a"->"b"->0 as b, meta->>"n" as n, tags->0 as tags limit 1000
select "t0"."pgrst_made_0" as "b", "t0"."pgrst_made_1" as "n", "t0"."pgrst_made_2" as "tags"
from (select "t0"."meta", "t0"."tags", case when ($1::text || nullif(greatest(4 * (0::bigint + coalesce(case when "t0"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["t0"."meta"]) end, 0)) + 1 * (0::bigint + case when pg_column_size("t0"."tags") <= 2000 then octet_length("t0"."tags"::text) else case when cardinality("t0"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0)
from (select unnest("t0"."tags") as pgrst_element) as pgrst_elements) end end), 16777216), 16777216))::int is null then "t0"."meta"->$2->$3->$4::int end as "pgrst_made_0", "t0"."meta"->>$5 as "pgrst_made_1", to_jsonb("t0"."tags")->$6::int as "pgrst_made_2"
from (select "t0"."meta" as "meta", "t0"."tags" as "tags"
from "lab"."projects" as "t0"
limit $7 offset 0) as "t0" offset 0) as "t0";
-- row size 2 * (0::bigint + coalesce(case when "pgrst_row"."b" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size("pgrst_row"."b") end, 0) + coalesce(octet_length("pgrst_row"."n"), 0) + coalesce(case when "pgrst_row"."tags" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size("pgrst_row"."tags") end, 0))
-- $1 "MARK:large 16777216:", $2 "a", $3 "b", $4 "0", $5 "n", $6 "0", $7 "1000", $8 "MARK:large 4194304:", $9 "MARK:large 8388608:"

---- a negative place, and a key that looks like a place
-- GET /projects?select=meta->a->-1,meta->"0"
--   t0 lab.projects: meta->"a"->-1 as a, meta->"0" as 0 limit 1000

---- a computed column by name; the star leaves it out
-- GET /clients?select=*,initial
--   t0 lab.clients: *, initial limit 1000

---- the star twice, and next to a column
-- GET /tasks?select=*,id,*
--   t0 lab.tasks: *, *, *, *, * limit 1000
