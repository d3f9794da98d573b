---- eq, neq, gt, gte, lt, lte
-- GET /tasks?id=eq.1&id=neq.2&id=gt.3&id=gte.4&id=lt.5&id=lte.6
--   t0 lab.tasks: * limit 1000
--     where id eq "1"
--     where id neq "2"
--     where id gt "3"
--     where id gte "4"
--     where id lt "5"
--     where id lte "6"
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."id" = $1 and "t0"."id" <> $2 and "t0"."id" > $3 and "t0"."id" >= $4 and "t0"."id" < $5 and "t0"."id" <= $6
limit $7;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "1", $2 "2", $3 "3", $4 "4", $5 "5", $6 "6", $7 "1000", $8 "MARK:large 4194304:", $9 "MARK:large 8388608:"

---- in of quoted, spaced and empty values
-- GET /tasks?name=in.("a,b","c)d",%20e%20,,"f\"g\\")
--   t0 lab.tasks: * limit 1000
--     where name in ["a,b","c)d"," e ","","f\"g\\"]
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."name" = any ($1)
limit $2;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "{\"a,b\",\"c)d\",\" e \",\"\",\"f\\\"g\\\\\"}", $2 "1000", $3 "MARK:large 4194304:", $4 "MARK:large 8388608:"

---- text search on a vector as it is
-- GET /projects?story=fts.cat&story=plfts.cat&story=phfts.cat&story=wfts.cat
--   t0 lab.projects: * limit 1000
--     where story fts "cat"
--     where story plfts "cat"
--     where story phfts "cat"
--     where story wfts "cat"
select "t0".*
from "lab"."projects" as "t0"
where "t0"."story" @@ to_tsquery($1) and "t0"."story" @@ plainto_tsquery($2) and "t0"."story" @@ phraseto_tsquery($3) and "t0"."story" @@ websearch_to_tsquery($4)
limit $5;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + case when pg_column_size("pgrst_row"."tags") <= 2000 then octet_length("pgrst_row"."tags"::text) else case when cardinality("pgrst_row"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0) from (select unnest("pgrst_row"."tags") as pgrst_element) as pgrst_elements) end end + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 when pg_column_size("pgrst_row"."mood") > 131072 and (select typtype = 'c' from pg_catalog.pg_type where oid = pg_typeof("pgrst_row"."mood")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_document) end from (select pg_column_size(array["pgrst_row"."mood"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0) + coalesce(case when pg_column_size("pgrst_row"."story") <= 2000 then octet_length("pgrst_row"."story"::text) else (select case when pgrst_size > 4194304 then pgrst_size else octet_length("pgrst_row"."story"::text) end from (select pg_column_size(array["pgrst_row"."story"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "cat", $2 "cat", $3 "cat", $4 "cat", $5 "1000", $6 "MARK:large 4194304:", $7 "MARK:large 8388608:"

---- text search in a language, of both sides
-- GET /tasks?name=wfts(english).cats%20-dogs
--   t0 lab.tasks: * limit 1000
--     where name wfts(english) "cats -dogs"
select "t0".*
from "lab"."tasks" as "t0"
where (case when ($1::text || nullif(greatest(12 * (0::bigint + coalesce(octet_length("t0"."name"), 0)), 16777216), 16777216))::int is null then 1 end) is not null and to_tsvector($2::regconfig, "t0"."name") @@ websearch_to_tsquery($3::regconfig, $4)
limit $5;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "MARK:large 16777216:", $2 "english", $3 "english", $4 "cats -dogs", $5 "1000", $6 "MARK:large 4194304:", $7 "MARK:large 8388608:"

---- text search within JSON
-- GET /projects?meta->a=fts.x&meta->>n=fts(german).y
--   t0 lab.projects: * limit 1000
--     where meta->"a" fts "x"
--     where meta->>"n" fts(german) "y"
select "t0".*
from "lab"."projects" as "t0"
where (case when ($1::text || nullif(greatest(28 * (0::bigint + coalesce(case when "t0"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["t0"."meta"]) end, 0)), 16777216), 16777216))::int is null then 1 end) is not null and to_tsvector("t0"."meta"->$2) @@ to_tsquery($3) and to_tsvector($4::regconfig, "t0"."meta"->>$5) @@ to_tsquery($6::regconfig, $7)
limit $8;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + case when pg_column_size("pgrst_row"."tags") <= 2000 then octet_length("pgrst_row"."tags"::text) else case when cardinality("pgrst_row"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0) from (select unnest("pgrst_row"."tags") as pgrst_element) as pgrst_elements) end end + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 when pg_column_size("pgrst_row"."mood") > 131072 and (select typtype = 'c' from pg_catalog.pg_type where oid = pg_typeof("pgrst_row"."mood")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_document) end from (select pg_column_size(array["pgrst_row"."mood"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0) + coalesce(case when pg_column_size("pgrst_row"."story") <= 2000 then octet_length("pgrst_row"."story"::text) else (select case when pgrst_size > 4194304 then pgrst_size else octet_length("pgrst_row"."story"::text) end from (select pg_column_size(array["pgrst_row"."story"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "MARK:large 16777216:", $2 "a", $3 "x", $4 "german", $5 "n", $6 "german", $7 "y", $8 "1000", $9 "MARK:large 4194304:", $10 "MARK:large 8388608:"

---- a filter on a path into an array
-- GET /projects?tags->>0=eq.red
--   t0 lab.projects: * limit 1000
--     where tags->>0 eq "red"
select "t0".*
from "lab"."projects" as "t0"
where case when ($1::text || nullif(greatest(6 * (0::bigint + case when pg_column_size("t0"."tags") <= 2000 then octet_length("t0"."tags"::text) else case when cardinality("t0"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0)
from (select unnest("t0"."tags") as pgrst_element) as pgrst_elements) end end), 16777216), 16777216))::int is null then to_jsonb("t0"."tags")->>$2::int = $3 end
limit $4;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + case when pg_column_size("pgrst_row"."tags") <= 2000 then octet_length("pgrst_row"."tags"::text) else case when cardinality("pgrst_row"."tags") > 1000000 then 100000000 else (select coalesce(sum(4 + coalesce(coalesce(octet_length(pgrst_element), 0), 0)), 0) from (select unnest("pgrst_row"."tags") as pgrst_element) as pgrst_elements) end end + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 when pg_column_size("pgrst_row"."mood") > 131072 and (select typtype = 'c' from pg_catalog.pg_type where oid = pg_typeof("pgrst_row"."mood")) then 100000000 else (select case when pgrst_size > 4194304 then pgrst_size else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_document) end from (select pg_column_size(array["pgrst_row"."mood"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0) + coalesce(case when pg_column_size("pgrst_row"."story") <= 2000 then octet_length("pgrst_row"."story"::text) else (select case when pgrst_size > 4194304 then pgrst_size else octet_length("pgrst_row"."story"::text) end from (select pg_column_size(array["pgrst_row"."story"]) as pgrst_size offset 0) as pgrst_unpacked) end, 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "MARK:large 16777216:", $2 "0", $3 "red", $4 "1000", $5 "MARK:large 4194304:", $6 "MARK:large 8388608:"

---- a single value keeps its quotes
-- GET /tasks?name=eq."a"
--   t0 lab.tasks: * limit 1000
--     where name eq "\"a\""

---- a plus is a space, an encoded plus is a plus
-- GET /tasks?name=eq.a+b&name=eq.a%2Bb
--   t0 lab.tasks: * limit 1000
--     where name eq "a b"
--     where name eq "a+b"

---- in lets nothing follow its parenthesis
-- GET /tasks?id=in.(1)2
-- 400 PGRST100 "failed to parse filter (in.(1)2)" (line 1, column 7)
-- details "unexpected \"2\" expecting end of input"

---- a column with nothing near it
-- GET /tasks?completely_different=eq.1
-- 400 42703 column tasks.completely_different does not exist
