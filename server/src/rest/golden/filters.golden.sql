---- eq, neq, gt, gte, lt, lte
-- GET /tasks?id=eq.1&id=neq.2&id=gt.3&id=gte.4&id=lt.5&id=lte.6
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where id eq "1"
--     where id neq "2"
--     where id gt "3"
--     where id gte "4"
--     where id lt "5"
--     where id lte "6"
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."id" = $1 and "t0"."id" <> $2 and "t0"."id" > $3 and "t0"."id" >= $4 and "t0"."id" < $5
and "t0"."id" <= $6
limit $7;
-- $1 "1", $2 "2", $3 "3", $4 "4", $5 "5", $6 "6", $7 "1000", $8 "MARK:large:"

---- cs, cd and ov of arrays
-- GET /projects?tags=cs.{red}&tags=cd.{red,blue}&tags=ov.{green}
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where tags cs "{red}"
--     where tags cd "{red,blue}"
--     where tags ov "{green}"
select "t0".*
from "lab"."projects" as "t0"
where "t0"."tags" @> $1 and "t0"."tags" <@ $2 and "t0"."tags" && $3
limit $4;
-- $1 "{red}", $2 "{red,blue}", $3 "{green}", $4 "1000", $5 "MARK:large:"

---- sl, sr, nxr, nxl and adj of ranges
-- GET /projects?period=sl.[2025-01-01,2025-02-01)&period=sr.(,)&period=nxr.empty&period=nxl.[a,b]&period=adj.x
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where period sl "[2025-01-01,2025-02-01)"
--     where period sr "(,)"
--     where period nxr "empty"
--     where period nxl "[a,b]"
--     where period adj "x"
select "t0".*
from "lab"."projects" as "t0"
where "t0"."period" << $1 and "t0"."period" >> $2 and "t0"."period" &< $3 and "t0"."period" &> $4
and "t0"."period" -|- $5
limit $6;
-- $1 "[2025-01-01,2025-02-01)", $2 "(,)", $3 "empty", $4 "[a,b]", $5 "x", $6 "1000", $7 "MARK:large:"

---- is, with its five states in any case
-- GET /projects?active=is.null&active=is.not_null&active=is.TRUE&active=is.false&active=is.Unknown
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where active is null
--     where active is not_null
--     where active is true
--     where active is false
--     where active is unknown
select "t0".*
from "lab"."projects" as "t0"
where "t0"."active" is null and "t0"."active" is not null and "t0"."active" is true
and "t0"."active" is false and "t0"."active" is unknown
limit $1;
-- $1 "1000", $2 "MARK:large:"

---- in of quoted, spaced and empty values
-- GET /tasks?name=in.("a,b","c)d",%20e%20,,"f\"g\\")
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name in ["a,b","c)d"," e ","","f\"g\\"]
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."name" = any ($1)
limit $2;
-- $1 "{\"a,b\",\"c)d\",\" e \",\"\",\"f\\\"g\\\\\"}", $2 "1000", $3 "MARK:large:"

---- in of nothing chooses no row
-- GET /tasks?id=in.()
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where id in [""]
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."id" = any ($1)
limit $2;
-- $1 "{}", $2 "1000", $3 "MARK:large:"

---- in of one quoted nothing is the same list
-- GET /tasks?name=in.("")
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name in [""]

---- any and all of an array
-- GET /tasks?name=like(any).{A*,B*}&id=eq(all).{1,2}&name=imatch(any).{x,y}
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name like(any) "{A*,B*}"
--     where id eq(all) "{1,2}"
--     where name imatch(any) "{x,y}"
select "t0".*
from "lab"."tasks" as "t0"
where "t0"."name" like any ($1) and "t0"."id" = all ($2) and "t0"."name" ~* any ($3)
limit $4;
-- $1 "{A%,B%}", $2 "{1,2}", $3 "{x,y}", $4 "1000", $5 "MARK:large:"

---- text search on a vector as it is
-- GET /projects?story=fts.cat&story=plfts.cat&story=phfts.cat&story=wfts.cat
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where story fts "cat"
--     where story plfts "cat"
--     where story phfts "cat"
--     where story wfts "cat"
select "t0".*
from "lab"."projects" as "t0"
where "t0"."story" @@ to_tsquery($1) and "t0"."story" @@ plainto_tsquery($2)
and "t0"."story" @@ phraseto_tsquery($3) and "t0"."story" @@ websearch_to_tsquery($4)
limit $5;
-- $1 "cat", $2 "cat", $3 "cat", $4 "cat", $5 "1000", $6 "MARK:large:"

---- text search in a language, of both sides
-- GET /tasks?name=wfts(english).cats%20-dogs
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name wfts(english) "cats -dogs"
select "t0".*
from "lab"."tasks" as "t0"
where to_tsvector($1::regconfig, "t0"."name") @@ websearch_to_tsquery($2::regconfig, $3)
limit $4;
-- $1 "english", $2 "english", $3 "cats -dogs", $4 "1000", $5 "MARK:large:"

---- text search in a language on a vector
-- GET /projects?story=not.plfts(english).the%20cats
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where not story plfts(english) "the cats"
select "t0".*
from "lab"."projects" as "t0"
where not ("t0"."story" @@ plainto_tsquery($1::regconfig, $2))
limit $3;
-- $1 "english", $2 "the cats", $3 "1000", $4 "MARK:large:"

---- text search within JSON
-- GET /projects?meta->a=fts.x&meta->>n=fts(german).y
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where meta->"a" fts "x"
--     where meta->>"n" fts(german) "y"
select "t0".*
from "lab"."projects" as "t0"
where to_tsvector("t0"."meta"->$1) @@ to_tsquery($2)
and to_tsvector($3::regconfig, "t0"."meta"->>$4) @@ to_tsquery($5::regconfig, $6)
limit $7;
-- $1 "a", $2 "x", $3 "german", $4 "n", $5 "german", $6 "y", $7 "1000", $8 "MARK:large:"

---- a filter on a path into an array
-- GET /projects?tags->>0=eq.red
-- needs select on lab.projects
--   read
--   t0 lab.projects: * limit 1000
--     where tags->>0 eq "red"
select "t0".*
from "lab"."projects" as "t0"
where to_jsonb("t0"."tags")->>$1::int = $2
limit $3;
-- $1 "0", $2 "red", $3 "1000", $4 "MARK:large:"

---- a filter on a computed column
-- GET /clients?initial=eq.A
-- needs select on lab.clients
--   read
--   t0 lab.clients: * limit 1000
--     where initial eq "A"

---- a single value keeps its quotes
-- GET /tasks?name=eq."a"
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name eq "\"a\""

---- an empty value is the empty text
-- GET /tasks?name=eq.
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name eq ""

---- a plus is a space, an encoded plus is a plus
-- GET /tasks?name=eq.a+b&name=eq.a%2Bb
-- needs select on lab.tasks
--   read
--   t0 lab.tasks: * limit 1000
--     where name eq "a b"
--     where name eq "a+b"

---- in lets nothing follow its parenthesis
-- GET /tasks?id=in.(1)2
-- 400 PGRST100 "failed to parse filter (in.(1)2)" (line 1, column 7)
-- details "unexpected \"2\" expecting end of input"

---- a column with nothing near it
-- GET /tasks?completely_different=eq.1
-- needs select on lab.tasks
-- 400 42703 column tasks.completely_different does not exist

---- an apostrophe after a list
-- GET /people?id=in.(1,2)'
-- needs select on lab.people
--   read
--   t0 lab.people: * limit 1000
--     where id in ["1","2"]

---- a bracket and an apostrophe in a value
-- GET /people?name=eq.Person A)&name=eq.Person A'
-- needs select on lab.people
--   read
--   t0 lab.people: * limit 1000
--     where name eq "Person A)"
--     where name eq "Person A'"
