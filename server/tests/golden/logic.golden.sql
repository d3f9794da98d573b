---- or and and twice each
-- GET /tasks?or=(id.eq.1,id.eq.2)&or=(id.eq.3,id.eq.4)&and=(id.gt.0,id.lt.9)
--   t0 lab.tasks: * limit 1000
--     where (id eq "1" or id eq "2")
--     where (id eq "3" or id eq "4")
--     where (id gt "0" and id lt "9")

---- trees within trees
-- GET /tasks?or=(id.eq.1,and(id.gt.5,not.or(name.eq.a,name.eq.b)))
--   t0 lab.tasks: * limit 1000
--     where (id eq "1" or (id gt "5" and not (name eq "a" or name eq "b")))
select "t0".*
from "lab"."tasks" as "t0"
where ("t0"."id" = $1 or ("t0"."id" > $2 and not ("t0"."name" = $3 or "t0"."name" = $4)))
limit $5;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "1", $2 "5", $3 "a", $4 "b", $5 "1000", $6 "MARK:large 4194304:", $7 "MARK:large 8388608:"

---- an operator with a quantifier or a language
-- GET /tasks?or=(name.like(any).{a*,b*},name.fts(english).x)
--   t0 lab.tasks: * limit 1000
--     where (name like(any) "{a*,b*}" or name fts(english) "x")

---- a path into JSON
-- GET /projects?or=(meta->a->>b.eq.1,meta->0.is.null)
--   t0 lab.projects: * limit 1000
--     where (meta->"a"->>"b" eq "1" or meta->0 is null)

---- columns named and, or and not
-- GET /tasks?or=(and.eq.1)
-- 400 42703 column tasks.and does not exist

---- isdistinct in a tree
-- GET /projects?or=(mood.isdistinct.calm,active.is.unknown)
--   t0 lab.projects: * limit 1000
--     where (mood isdistinct "calm" or active is unknown)
select "t0".*
from "lab"."projects" as "t0"
where ("t0"."mood" is distinct from $1 or "t0"."active" is unknown)
limit $2;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + case when pg_column_size("pgrst_row"."tags") <= 2000 then octet_length("pgrst_row"."tags"::text) else case when cardinality("pgrst_row"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0) from (select unnest("pgrst_row"."tags") as pgrst_element) as pgrst_elements) end end + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 when pg_column_size("pgrst_row"."mood") > 131072 and (select typtype = 'c' from pg_catalog.pg_type where oid = pg_typeof("pgrst_row"."mood")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_document) end from (select pg_column_size(array["pgrst_row"."mood"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0) + coalesce(case when pg_column_size("pgrst_row"."story") <= 2000 then octet_length("pgrst_row"."story"::text) else (select case when pgrst_size > 4194304 then pgrst_size else octet_length("pgrst_row"."story"::text) end from (select pg_column_size(array["pgrst_row"."story"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "calm", $2 "1000", $3 "MARK:large 4194304:", $4 "MARK:large 8388608:"

---- a tree with more behind it
-- GET /tasks?or=(id.eq.1)x
-- 400 PGRST100 "failed to parse logic tree ((id.eq.1)x)" (line 1, column 12)
-- details "unexpected \"x\" expecting end of input"

---- no parentheses at all
-- GET /tasks?and=id.eq.1
-- 400 PGRST100 "failed to parse logic tree (id.eq.1)" (line 1, column 4)
-- details "unexpected \"i\" expecting \"(\""

---- a member without an operator
-- GET /tasks?or=(id)
-- 400 PGRST100 "failed to parse logic tree ((id))" (line 1, column 6)
-- details "unexpected \")\" expecting delimiter (.)"
