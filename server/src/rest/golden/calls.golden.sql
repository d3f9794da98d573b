---- GET: arguments by name
-- GET /rpc/add?a=1&b=2
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."add"("a" := $1::integer, "b" := $2::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $3;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "1", $2 "2", $3 "1000", $4 "MARK:large:"

---- GET: a default is left to the database
-- GET /rpc/add?a=1
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."add"("a" := $1::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "1", $2 "1000", $3 "MARK:large:"

---- GET: the last of two values counts
-- GET /rpc/add?a=1&a=2
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."add"("a" := $1::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "2", $2 "1000", $3 "MARK:large:"

---- GET: variadic takes every value
-- GET /rpc/total?numbers=1&numbers=2
-- needs execute on lab.total(integer[])
--   call: read only
--   call lab.total with numbers integer[], giving scalar, immutable
--   t0 lab.total: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."total"(variadic "numbers" := $1::integer[]) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 ["1","2"], $2 "1000", $3 "MARK:large:"

---- GET: a list in PostgreSQL's words
-- GET /rpc/first_tag?tags={a,b}
-- needs execute on lab.first_tag(text[])
--   call: read only
--   call lab.first_tag with tags text[], giving scalar, immutable
--   t0 lab.first_tag: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."first_tag"("tags" := $1::text[]) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "{a,b}", $2 "1000", $3 "MARK:large:"

---- GET: a value that looks like a filter is one
-- GET /rpc/pairs?up_to=5&number=gt.2&order=label.desc&limit=2
-- needs execute on lab.pairs(integer)
--   call: read only
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: * limit 2
--     where number gt "2"
--     order by label desc
with pgrst_source as (select pgrst_call.* from "lab"."pairs"("up_to" := $1::integer) as pgrst_call)
select "t0".*
from pgrst_source as "t0"
where "t0"."number" > $2
order by "t0"."label" desc
limit $3;
-- $1 "5", $2 "2", $3 "2", $4 "MARK:large:"

---- HEAD calls as GET does
-- HEAD /rpc/add?a=1
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."add"("a" := $1::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "1", $2 "1000", $3 "MARK:large:"

---- POST: keys of an object
-- POST /rpc/add
-- body: {"a":1,"b":2}
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer of the body, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("a" integer, "b" integer) limit 1) as pgrst_body,
  lateral (select "lab"."add"("a" := pgrst_body."a", "b" := pgrst_body."b") as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- POST: the first object of a list
-- POST /rpc/add
-- body: [{"a":1,"b":2}]
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer of the body's first object, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_recordset($1::json) as pgrst_body ("a" integer, "b" integer) limit 1) as pgrst_body,
  lateral (select "lab"."add"("a" := pgrst_body."a", "b" := pgrst_body."b") as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- POST: without a body there are no arguments
-- POST /rpc/nothing
-- needs execute on lab.nothing()
--   call
--   call lab.nothing with nothing, giving void, volatile
--   t0 lab.nothing: * limit 1000
with pgrst_source as (select pgrst_call.* from (select "lab"."nothing"() as pgrst_scalar) as pgrst_call)
select "t0".*
from pgrst_source as "t0"
limit $1;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "1000", $2 "MARK:large:"

---- POST: columns name the arguments that count
-- POST /rpc/add?columns=a
-- body: {"a":1,"other":2}
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer of the body, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("a" integer) limit 1) as pgrst_body,
  lateral (select "lab"."add"("a" := pgrst_body."a") as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- POST: variadic from a list in JSON
-- POST /rpc/total
-- body: {"numbers":[1,2]}
-- needs execute on lab.total(integer[])
--   call: read only
--   call lab.total with numbers integer[] of the body, giving scalar, immutable
--   t0 lab.total: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("numbers" integer[]) limit 1) as pgrst_body,
  lateral (select "lab"."total"(variadic "numbers" := pgrst_body."numbers") as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- POST: a form
-- POST /rpc/add
-- headers: {"content-type":"application/x-www-form-urlencoded"}
-- body: "a=1&b=2"
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer, giving scalar, immutable
--   t0 lab.add: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."add"("a" := $1::integer, "b" := $2::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $3;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "1", $2 "2", $3 "1000", $4 "MARK:large:"

---- POST: the body whole as the one json parameter
-- POST /rpc/echo_json
-- body: {"any":["thing"]}
-- needs execute on lab.echo_json(json)
--   call: read only
--   call lab.echo_json with the body as json, giving scalar, immutable
--   t0 lab.echo_json: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."echo_json"($1::json) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- POST: the body whole as text
-- POST /rpc/echo_text
-- headers: {"content-type":"text/plain"}
-- body: "it's"
-- needs execute on lab.echo_text(text)
--   call: read only
--   call lab.echo_text with the body as text, giving scalar, immutable
--   t0 lab.echo_text: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."echo_text"($1::text) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "it's", $2 "1000", $3 "MARK:large:"

---- POST: the body whole as bytes
-- POST /rpc/size_of
-- headers: {"content-type":"application/octet-stream"}
-- body: "abc"
-- needs execute on lab.size_of(bytea)
--   call: read only
--   call lab.size_of with the body as bytea, giving scalar, immutable
--   t0 lab.size_of: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."size_of"($1::bytea) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 bytes 616263, $2 "1000", $3 "MARK:large:"

---- an overload by its parameters
-- GET /rpc/greet?name=A
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text, giving scalar, immutable
--   t0 lab.greet: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."greet"("name" := $1::text) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "A", $2 "1000", $3 "MARK:large:"

---- another overload by its parameters
-- GET /rpc/greet?name=A&times=2
-- needs execute on lab.greet(text, integer)
--   call: read only
--   call lab.greet with name text, times integer, giving scalar, immutable
--   t0 lab.greet: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."greet"("name" := $1::text, "times" := $2::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $3;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "A", $2 "2", $3 "1000", $4 "MARK:large:"

---- a volatile function may write by POST
-- POST /rpc/add_person
-- body: {"id":1,"name":"A"}
-- needs execute on lab.add_person(integer, text)
--   call
--   call lab.add_person with id integer, name text of the body, giving composite, volatile
--   t0 lab.people: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("id" integer, "name" text) limit 1) as pgrst_body,
  lateral "lab"."add_person"("id" := pgrst_body."id", "name" := pgrst_body."name") as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- a volatile function may not by GET
-- GET /rpc/add_person?id=1&name=A
-- needs execute on lab.add_person(integer, text)
--   call: read only
--   call lab.add_person with id integer, name text, giving composite, volatile
--   t0 lab.people: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from "lab"."add_person"("id" := $1::integer, "name" := $2::text) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $3;
-- body coalesce(((json_agg(pgrst_rows))->0)::text, 'null')
-- $1 "1", $2 "A", $3 "1000", $4 "MARK:large:"

---- an immutable function may not by POST either
-- POST /rpc/greet
-- body: {"name":"A"}
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text of the body, giving scalar, immutable
--   t0 lab.greet: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("name" text) limit 1) as pgrst_body,
  lateral (select "lab"."greet"("name" := pgrst_body."name") as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce(((json_agg(pgrst_rows.pgrst_scalar))->0)::text, 'null')
-- $1 "the body", $2 "1000", $3 "MARK:large:"

---- rows of a relation: select, filter, embed, order, limit
-- GET /rpc/all_projects?select=id,clients(name)&budget=gt.10&order=id.desc&limit=5&clients.name=eq.Acme
-- needs execute on lab.all_projects(); select on lab.clients
--   call: read only
--   call lab.all_projects with nothing, giving setof composite, stable
--   t0 lab.projects: id limit 5
--     where budget gt "10"
--     order by id desc
--     clients = many-to-one by projects_client_id_fkey; left join, one row, nested
--       t1 lab.clients: name
--         where name eq "Acme"
with pgrst_source as (select pgrst_call.* from "lab"."all_projects"() as pgrst_call)
select "t0"."id" as "id", row_to_json("t1".*) as "clients"
from pgrst_source as "t0"
left join lateral (
  select "t1"."name" as "name"
  from "lab"."clients" as "t1"
  where "t1"."name" = $1 and "t1"."id" = "t0"."client_id"
) as "t1" on true
where "t0"."budget" > $2
order by "t0"."id" desc
limit $3;
-- $1 "Acme", $2 "10", $3 "5", $4 "MARK:large:"

---- one row of a relation
-- GET /rpc/client?wanted=1&select=name,projects(id)
-- needs execute on lab.client(integer); select on lab.projects
--   call: read only
--   call lab.client with wanted integer, giving composite, stable
--   t0 lab.clients: name limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000
with pgrst_source as (select pgrst_call.* from "lab"."client"("wanted" := $1::integer) as pgrst_call)
select "t0"."name" as "name", coalesce("t1".pgrst_rows, '[]') as "projects"
from pgrst_source as "t0"
left join lateral (
  select json_agg("pgrst_list") as pgrst_rows
  from (select "t1"."id" as "id" from "lab"."projects" as "t1" where "t1"."client_id" = "t0"."id" limit $2) as "pgrst_list"
) as "t1" on true
limit $3;
-- body coalesce(((json_agg(pgrst_rows))->0)::text, 'null')
-- $1 "1", $2 "1000", $3 "1000", $4 "MARK:large:"

---- a set of values
-- GET /rpc/numbers?up_to=3
-- needs execute on lab.numbers(integer)
--   call: read only
--   call lab.numbers with up_to integer, giving setof scalar, immutable
--   t0 lab.numbers: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select "lab"."numbers"("up_to" := $1::integer) as pgrst_scalar) as pgrst_call
)
select "t0".*
from pgrst_source as "t0"
limit $2;
-- body coalesce((json_agg(pgrst_rows.pgrst_scalar))::text, '[]')
-- $1 "3", $2 "1000", $3 "MARK:large:"

---- a table of columns
-- GET /rpc/pairs?up_to=3&select=label
-- needs execute on lab.pairs(integer)
--   call: read only
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: label limit 1000
with pgrst_source as (select pgrst_call.* from "lab"."pairs"("up_to" := $1::integer) as pgrst_call)
select "t0"."label" as "label"
from pgrst_source as "t0"
limit $2;
-- $1 "3", $2 "1000", $3 "MARK:large:"

---- a count of what it gives
-- GET /rpc/all_projects?id=gt.1
-- prefer: "count=exact"
-- needs execute on lab.all_projects()
--   call: read only, count exact
--   call lab.all_projects with nothing, giving setof composite, stable
--   t0 lab.projects: * limit 1000
--     where id gt "1"
with pgrst_source as (select pgrst_call.* from "lab"."all_projects"() as pgrst_call),
pgrst_chosen as (select "t0".* from pgrst_source as "t0" where "t0"."id" > $1 limit $2),
pgrst_counted as (select 1 from pgrst_source as "t0" where "t0"."id" > $3)
select (select count(*) from pgrst_counted) as total, count(*) as rows,
coalesce((json_agg(pgrst_rows))::text, '[]') as body, null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(json_agg(pgrst_rows)) > 16777216 then (
  $4::text || pg_column_size(json_agg(pgrst_rows))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "1", $2 "1000", $3 "1", $4 "MARK:large:"

---- an estimate of what it gives
-- GET /rpc/all_projects?id=gt.1
-- prefer: "count=planned"
-- needs execute on lab.all_projects()
--   call: read only, count planned
--   call lab.all_projects with nothing, giving setof composite, stable
--   t0 lab.projects: * limit 1000
--     where id gt "1"
with pgrst_source as (select pgrst_call.* from "lab"."all_projects"() as pgrst_call)
select "t0".*
from pgrst_source as "t0"
where "t0"."id" > $1
limit $2;
-- $1 "1", $2 "1000", $3 "MARK:large:"
-- and
explain (format json)
with pgrst_source as (select pgrst_call.* from "lab"."all_projects"() as pgrst_call)
select 1
from pgrst_source as "t0"
where "t0"."id" > $1;
-- $1 "1"

---- a single row or nothing is done
-- POST /rpc/delete_people
-- headers: {"accept":"application/vnd.pgrst.object+json"}
-- body: {"above":5}
-- needs execute on lab.delete_people(integer)
--   call: single row, as object
--   call lab.delete_people with above integer of the body, giving setof composite, volatile
--   t0 lab.people: * limit 1000
-- answers application/vnd.pgrst.object+json; charset=utf-8
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("above" integer) limit 1) as pgrst_body,
  lateral "lab"."delete_people"("above" := pgrst_body."above") as pgrst_call
), pgrst_chosen as (select "t0".* from pgrst_source as "t0" limit $2)
select null::bigint as total, count(*) as rows, coalesce(((json_agg(pgrst_rows))->0)::text, 'null') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when count(*) <> 1 then ($3::text || count(*))::int when pg_column_size(json_agg(pgrst_rows)) > 16777216 then (
  $4::text || pg_column_size(json_agg(pgrst_rows))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "the body", $2 "1000", $3 "MARK:single:", $4 "MARK:large:"

---- at most so many affected
-- POST /rpc/delete_people
-- prefer: "handling=strict,max-affected=2"
-- body: {"above":5}
-- needs execute on lab.delete_people(integer)
--   call: at most 2 affected
--   call lab.delete_people with above integer of the body, giving setof composite, volatile
--   t0 lab.people: * limit 1000
with pgrst_source as (
  select pgrst_call.*
  from (select * from json_to_record($1::json) as pgrst_body ("above" integer) limit 1) as pgrst_body,
  lateral "lab"."delete_people"("above" := pgrst_body."above") as pgrst_call
), pgrst_chosen as (select "t0".* from pgrst_source as "t0" limit $2)
select null::bigint as total, count(*) as rows, coalesce((json_agg(pgrst_rows))::text, '[]') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when count(*) > $3::bigint then ($4::text || count(*))::int when pg_column_size(json_agg(pgrst_rows)) > 16777216 then (
  $5::text || pg_column_size(json_agg(pgrst_rows))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "the body", $2 "1000", $3 "2", $4 "MARK:affected:", $5 "MARK:large:"

---- as CSV
-- GET /rpc/pairs?up_to=2
-- headers: {"accept":"text/csv"}
-- needs execute on lab.pairs(integer)
--   call: read only, as csv
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: * limit 1000
-- answers text/csv; charset=utf-8
with pgrst_source as (select pgrst_call.* from "lab"."pairs"("up_to" := $1::integer) as pgrst_call),
pgrst_chosen as (select "t0".* from pgrst_source as "t0" limit $2)
select null::bigint as total, count(*) as rows,
(
  select coalesce(string_agg(pgrst_key, ','), '')
  from (
    select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
    from (select * from pgrst_chosen limit 1) as pgrst_first
  ) as pgrst_keys
) || E'\n' || coalesce(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'), '') as body,
null::text[] as location, null::text as inserted,
nullif(current_setting('response.headers', true), '') as headers,
nullif(current_setting('response.status', true), '') as status,
case when pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n')) > 16777216 then (
  $3::text || pg_column_size(string_agg(left(right(pgrst_rows::text, -1), -1), E'\n'))
)::int end as guard
from pgrst_chosen as pgrst_rows;
-- $1 "2", $2 "1000", $3 "MARK:large:"

---- at most so many affected, of one value
-- POST /rpc/add
-- prefer: "handling=strict,max-affected=2"
-- body: {"a":1}
-- needs execute on lab.add(integer, integer)
-- 400 PGRST128 Function must return SETOF or TABLE when max-affected preference is used with handling=strict

---- no function of that name
-- GET /rpc/completely_different
-- 404 PGRST202 Could not find the function lab.completely_different without parameters in the schema cache
-- details "Searched for the function lab.completely_different without parameters, but no matches were found in the schema cache."

---- a name that is near
-- POST /rpc/ad
-- body: {"a":1}
-- 404 PGRST202 Could not find the function lab.ad(a) in the schema cache
-- details "Searched for the function lab.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."

---- parameters that do not fit
-- POST /rpc/add
-- body: {"a":1,"c":2}
-- 404 PGRST202 Could not find the function lab.add(a, c) in the schema cache
-- details "Searched for the function lab.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.add(a, b)

---- a parameter too few
-- GET /rpc/add?b=1
-- 404 PGRST202 Could not find the function lab.add(b) in the schema cache
-- details "Searched for the function lab.add with parameter b, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.add(a, b)

---- parameters where there are none
-- GET /rpc/nothing?x=1
-- 404 PGRST202 Could not find the function lab.nothing(x) in the schema cache
-- details "Searched for the function lab.nothing with parameter x, but no matches were found in the schema cache."

---- a body of text where no function takes one
-- POST /rpc/add
-- headers: {"content-type":"text/plain"}
-- body: "x"
-- 404 PGRST202 Could not find the function lab.add in the schema cache
-- details "Searched for the function lab.add with a single unnamed text parameter, but no matches were found in the schema cache."

---- two that fit
-- GET /rpc/unclear?a=1
-- 300 PGRST203 Could not choose the best candidate function between: lab.unclear(a => integer), lab.unclear(a => text)
-- hint Try renaming the parameters or the function itself in the database so function overloading can be resolved

---- a column it does not give
-- GET /rpc/pairs?up_to=3&select=nummer
-- needs execute on lab.pairs(integer)
-- 400 42703 column pairs.nummer does not exist
-- hint Perhaps you meant to reference the column "pairs.number".

---- a list of other things
-- POST /rpc/add
-- body: [1]
-- 400 PGRST102 All object keys must match

---- by another method
-- PATCH /rpc/add
-- 405 PGRST101 Cannot use the PATCH method on RPC

---- without a name
-- POST /rpc/
-- 404 PGRST125 Invalid path specified in request URL
