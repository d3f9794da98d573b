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
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."tags"::text), 0) + coalesce(octet_length("pgrst_row"."period"::text), 0) + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_made) end, 0) + coalesce(octet_length("pgrst_row"."story"::text), 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "cat", $2 "cat", $3 "cat", $4 "cat", $5 "1000", $6 "MARK:large 4194304:", $7 "MARK:large 8388608:"

---- text search in a language, of both sides
-- GET /tasks?name=wfts(english).cats%20-dogs
--   t0 lab.tasks: * limit 1000
--     where name wfts(english) "cats -dogs"
select "t0".*
from "lab"."tasks" as "t0"
where to_tsvector($1::regconfig, "t0"."name") @@ websearch_to_tsquery($2::regconfig, $3)
limit $4;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."shout"), 0))
-- $1 "english", $2 "english", $3 "cats -dogs", $4 "1000", $5 "MARK:large 4194304:", $6 "MARK:large 8388608:"

---- text search within JSON
-- GET /projects?meta->a=fts.x&meta->>n=fts(german).y
--   t0 lab.projects: * limit 1000
--     where meta->"a" fts "x"
--     where meta->>"n" fts(german) "y"
select "t0".*
from "lab"."projects" as "t0"
where to_tsvector("t0"."meta"->$1) @@ to_tsquery($2) and to_tsvector($3::regconfig, "t0"."meta"->>$4) @@ to_tsquery($5::regconfig, $6)
limit $7;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."tags"::text), 0) + coalesce(octet_length("pgrst_row"."period"::text), 0) + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_made) end, 0) + coalesce(octet_length("pgrst_row"."story"::text), 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "a", $2 "x", $3 "german", $4 "n", $5 "german", $6 "y", $7 "1000", $8 "MARK:large 4194304:", $9 "MARK:large 8388608:"

---- a filter on a path into an array
-- GET /projects?tags->>0=eq.red
--   t0 lab.projects: * limit 1000
--     where tags->>0 eq "red"
select "t0".*
from "lab"."projects" as "t0"
where to_jsonb("t0"."tags")->>$1::int = $2
limit $3;
-- row size 2 * (0::bigint + coalesce(octet_length("pgrst_row"."name"), 0) + coalesce(octet_length("pgrst_row"."tags"::text), 0) + coalesce(octet_length("pgrst_row"."period"::text), 0) + coalesce(case when "pgrst_row"."meta" @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(array["pgrst_row"."meta"]) end, 0) + coalesce(case when pg_column_size("pgrst_row"."mood") <= 4 then 63 else (select case when pgrst_document @? 'strict $.** ? (@ > 1e99 || @ < -1e99 || @ > -1e-99 && @ < 1e-99 && @ != 0)' then 100000000 else pg_column_size(pgrst_document) end from (select to_jsonb("pgrst_row"."mood") as pgrst_document offset 0) as pgrst_made) end, 0) + coalesce(octet_length("pgrst_row"."story"::text), 0)) + 1 * (0::bigint + case when "pgrst_row"."budget" is null or "pgrst_row"."budget" in ('NaN', 'Infinity', '-Infinity') or abs("pgrst_row"."budget") < 1e99 and scale("pgrst_row"."budget") < 100 then 100 else 150000 end)
-- $1 "0", $2 "red", $3 "1000", $4 "MARK:large 4194304:", $5 "MARK:large 8388608:"

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
