---- a relation in the singular
-- GET /project
-- 404 PGRST205 Could not find the table 'lab.project' in the schema cache
-- hint Perhaps you meant the table 'lab.projects'

---- a relation in capitals
-- GET /PEOPLE
-- 404 PGRST205 Could not find the table 'lab.PEOPLE' in the schema cache
-- hint Perhaps you meant the table 'lab.people'

---- two letters in the wrong order
-- GET /task_cuonts
-- 404 PGRST205 Could not find the table 'lab.task_cuonts' in the schema cache
-- hint Perhaps you meant the table 'lab.task_counts'

---- nothing near a relation
-- GET /xyzzy
-- 404 PGRST205 Could not find the table 'lab.xyzzy' in the schema cache

---- a name too short
-- GET /cli
-- 404 PGRST205 Could not find the table 'lab.cli' in the schema cache

---- nothing near a relation to embed
-- GET /clients?select=xyzzy(id)
-- 400 PGRST200 Could not find a relationship between 'clients' and 'xyzzy' in the schema cache
-- details "Searched for a foreign key relationship between 'clients' and 'xyzzy' in the schema 'lab', but no matches were found."

---- a function too short
-- POST /rpc/ad
-- body: {}
-- 404 PGRST202 Could not find the function lab.ad without parameters in the schema cache
-- details "Searched for the function lab.ad without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."

---- a parameter of a function
-- POST /rpc/add
-- body: {"a":1,"x":2}
-- 404 PGRST202 Could not find the function lab.add(a, x) in the schema cache
-- details "Searched for the function lab.add with parameters a, x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.add(a, b)

---- an overload
-- POST /rpc/greet
-- body: {"nam":"x"}
-- 404 PGRST202 Could not find the function lab.greet(nam) in the schema cache
-- details "Searched for the function lab.greet with parameter nam or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.greet(name)

---- the overload with as many parameters
-- POST /rpc/greet
-- body: {"nam":"x","times":1}
-- 404 PGRST202 Could not find the function lab.greet(nam, times) in the schema cache
-- details "Searched for the function lab.greet with parameters nam, times or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."
-- hint Perhaps you meant to call the function lab.greet(name, times)

---- nothing near a parameter
-- POST /rpc/add
-- body: {"zzz":1}
-- 404 PGRST202 Could not find the function lab.add(zzz) in the schema cache
-- details "Searched for the function lab.add with parameter zzz or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."

---- a function for a text
-- POST /rpc/echo_tex
-- headers: {"content-type":"text/plain"}
-- body: "x"
-- 404 PGRST202 Could not find the function lab.echo_tex in the schema cache
-- details "Searched for the function lab.echo_tex with a single unnamed text parameter, but no matches were found in the schema cache."

---- a column to write
-- POST /people
-- body: {"nam":"x"}
-- 400 PGRST204 Could not find the 'nam' column of 'people' in the schema cache

---- one argument
-- GET /rpc/nope?a=1
-- 404 PGRST202 Could not find the function lab.nope(a) in the schema cache
-- details "Searched for the function lab.nope with parameter a, but no matches were found in the schema cache."

---- arguments, sorted, and the whole body
-- POST /rpc/nope
-- body: {"b":1,"a":2}
-- 404 PGRST202 Could not find the function lab.nope(a, b) in the schema cache
-- details "Searched for the function lab.nope with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."

---- no argument
-- GET /rpc/nope
-- 404 PGRST202 Could not find the function lab.nope without parameters in the schema cache
-- details "Searched for the function lab.nope without parameters, but no matches were found in the schema cache."

---- a body that is one argument
-- POST /rpc/nope
-- headers: {"content-type":"application/octet-stream"}
-- body: "x"
-- 404 PGRST202 Could not find the function lab.nope in the schema cache
-- details "Searched for the function lab.nope with a single unnamed bytea parameter, but no matches were found in the schema cache."

---- CSV, which is no argument as a whole
-- POST /rpc/echo_json
-- headers: {"content-type":"text/csv"}
-- body: "a,b\n1,2"
-- 404 PGRST202 Could not find the function lab.echo_json(a, b) in the schema cache
-- details "Searched for the function lab.echo_json with parameters a, b, but no matches were found in the schema cache."

---- a form
-- POST /rpc/nope
-- headers: {"content-type":"application/x-www-form-urlencoded"}
-- body: "a=1"
-- 404 PGRST202 Could not find the function lab.nope(a) in the schema cache
-- details "Searched for the function lab.nope with parameter a, but no matches were found in the schema cache."

---- a function is no relation
-- GET /add
-- 404 PGRST205 Could not find the table 'lab.add' in the schema cache

---- a name that is a property of every object
-- GET /__proto__
-- 404 PGRST205 Could not find the table 'lab.__proto__' in the schema cache
