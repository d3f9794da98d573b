---- GET: arguments by name
-- GET /rpc/add?a=1&b=2
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- GET: a default is left to the database
-- GET /rpc/add?a=1
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- GET: the last of two values counts
-- GET /rpc/add?a=1&a=2
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, giving scalar, immutable
--   t0 lab.add: * limit 1000

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

---- POST: keys of an object
-- POST /rpc/add
-- body: {"a":1,"b":2}
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer of the body, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- POST: the first object of a list
-- POST /rpc/add
-- body: [{"a":1,"b":2}]
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer of the body's first object, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- POST: without a body there are no arguments
-- POST /rpc/nothing
-- needs execute on lab.nothing()
--   call
--   call lab.nothing with nothing, giving void, volatile
--   t0 lab.nothing: * limit 1000

---- POST: columns name the arguments that count
-- POST /rpc/add?columns=a
-- body: {"a":1,"other":2}
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer of the body, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- POST: variadic from a list in JSON
-- POST /rpc/total
-- body: {"numbers":[1,2]}
-- needs execute on lab.total(integer[])
--   call: read only
--   call lab.total with numbers integer[] of the body, giving scalar, immutable
--   t0 lab.total: * limit 1000

---- POST: a form
-- POST /rpc/add
-- headers: {"content-type":"application/x-www-form-urlencoded"}
-- body: "a=1&b=2"
-- needs execute on lab.add(integer, integer)
--   call: read only
--   call lab.add with a integer, b integer, giving scalar, immutable
--   t0 lab.add: * limit 1000

---- POST: the whole body as the one json parameter
-- POST /rpc/echo_json
-- body: {"any":["thing"]}
-- needs execute on lab.echo_json(json)
--   call: read only
--   call lab.echo_json with the body as json, giving scalar, immutable
--   t0 lab.echo_json: * limit 1000

---- POST: the whole body as text
-- POST /rpc/echo_text
-- headers: {"content-type":"text/plain"}
-- body: "it's"
-- needs execute on lab.echo_text(text)
--   call: read only
--   call lab.echo_text with the body as text, giving scalar, immutable
--   t0 lab.echo_text: * limit 1000

---- POST: the whole body as bytes
-- POST /rpc/size_of
-- headers: {"content-type":"application/octet-stream"}
-- body: "abc"
-- needs execute on lab.size_of(bytea)
--   call: read only
--   call lab.size_of with the body as bytea, giving scalar, immutable
--   t0 lab.size_of: * limit 1000

---- an overload by its parameters
-- GET /rpc/greet?name=A
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text, giving scalar, immutable
--   t0 lab.greet: * limit 1000

---- another overload by its parameters
-- GET /rpc/greet?name=A&times=2
-- needs execute on lab.greet(text, integer)
--   call: read only
--   call lab.greet with name text, times integer, giving scalar, immutable
--   t0 lab.greet: * limit 1000

---- a volatile function may write by POST
-- POST /rpc/add_person
-- body: {"id":1,"name":"A"}
-- needs execute on lab.add_person(integer, text)
--   call
--   call lab.add_person with id integer, name text of the body, giving composite, volatile
--   t0 lab.people: * limit 1000

---- a volatile function may not by GET
-- GET /rpc/add_person?id=1&name=A
-- needs execute on lab.add_person(integer, text)
--   call: read only
--   call lab.add_person with id integer, name text, giving composite, volatile
--   t0 lab.people: * limit 1000

---- an immutable function may not by POST either
-- POST /rpc/greet
-- body: {"name":"A"}
-- needs execute on lab.greet(text)
--   call: read only
--   call lab.greet with name text of the body, giving scalar, immutable
--   t0 lab.greet: * limit 1000

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

---- one row of a relation
-- GET /rpc/client?wanted=1&select=name,projects(id)
-- needs execute on lab.client(integer); select on lab.projects
--   call: read only
--   call lab.client with wanted integer, giving composite, stable
--   t0 lab.clients: name limit 1000
--     projects = one-to-many by projects_client_id_fkey; left join, a list, nested
--       t1 lab.projects: id limit 1000

---- a computed column of a row
-- GET /rpc/client?wanted=1&select=name,initial&initial=eq.A
-- needs execute on lab.client(integer)
--   call: read only
--   call lab.client with wanted integer, giving composite, stable
--   t0 lab.clients: name, initial limit 1000
--     where initial eq "A"

---- a set of values
-- GET /rpc/numbers?up_to=3
-- needs execute on lab.numbers(integer)
--   call: read only
--   call lab.numbers with up_to integer, giving setof scalar, immutable
--   t0 lab.numbers: * limit 1000

---- a table of columns
-- GET /rpc/pairs?up_to=3&select=label
-- needs execute on lab.pairs(integer)
--   call: read only
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: label limit 1000

---- a count of its result
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

---- an estimate of its result
-- GET /rpc/all_projects?id=gt.1
-- prefer: "count=planned"
-- needs execute on lab.all_projects()
--   call: read only, count planned
--   call lab.all_projects with nothing, giving setof composite, stable
--   t0 lab.projects: * limit 1000
--     where id gt "1"

---- a single row or nothing is done
-- POST /rpc/delete_people
-- headers: {"accept":"application/vnd.pgrst.object+json"}
-- body: {"above":5}
-- needs execute on lab.delete_people(integer)
--   call: single row, as object
--   call lab.delete_people with above integer of the body, giving setof composite, volatile
--   t0 lab.people: * limit 1000
-- answers application/vnd.pgrst.object+json; charset=utf-8

---- a maximum of affected rows
-- POST /rpc/delete_people
-- prefer: "handling=strict,max-affected=2"
-- body: {"above":5}
-- needs execute on lab.delete_people(integer)
--   call: at most 2 affected
--   call lab.delete_people with above integer of the body, giving setof composite, volatile
--   t0 lab.people: * limit 1000

---- as CSV
-- GET /rpc/pairs?up_to=2
-- headers: {"accept":"text/csv"}
-- needs execute on lab.pairs(integer)
--   call: read only, as csv
--   call lab.pairs with up_to integer, giving setof composite, immutable
--   t0 lab.pairs: * limit 1000
-- answers text/csv; charset=utf-8

---- a maximum of affected rows, for one value
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

---- a text body without a function that accepts one
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
