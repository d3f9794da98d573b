import { goldenTest } from './golden.ts';

const single = { accept: 'application/vnd.pgrst.object+json' };

goldenTest('calls', {
  'GET: arguments by name': 'GET /rpc/add?a=1&b=2',
  'GET: a default is left to the database': 'GET /rpc/add?a=1',
  'GET: the last of two values counts': 'GET /rpc/add?a=1&a=2',
  'GET: variadic takes every value': 'GET /rpc/total?numbers=1&numbers=2',
  "GET: a list in PostgreSQL's words": 'GET /rpc/first_tag?tags={a,b}',
  'GET: a value that looks like a filter is one':
    'GET /rpc/pairs?up_to=5&number=gt.2&order=label.desc&limit=2',
  'HEAD calls as GET does': 'HEAD /rpc/add?a=1',
  'POST: keys of an object': { ask: 'POST /rpc/add', body: { a: 1, b: 2 } },
  'POST: the first object of a list': { ask: 'POST /rpc/add', body: [{ a: 1, b: 2 }] },
  'POST: without a body there are no arguments': 'POST /rpc/nothing',
  'POST: columns name the arguments that count': { ask: 'POST /rpc/add?columns=a', body: { a: 1, other: 2 } },
  'POST: variadic from a list in JSON': { ask: 'POST /rpc/total', body: { numbers: [1, 2] } },
  'POST: a form': {
    ask: 'POST /rpc/add',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1&b=2',
  },
  'POST: the whole body as the one json parameter': { ask: 'POST /rpc/echo_json', body: { any: ['thing'] } },
  'POST: the whole body as text': {
    ask: 'POST /rpc/echo_text',
    headers: { 'content-type': 'text/plain' },
    body: "it's",
  },
  'POST: the whole body as bytes': {
    ask: 'POST /rpc/size_of',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'abc',
  },
  'an overload by its parameters': 'GET /rpc/greet?name=A',
  'another overload by its parameters': 'GET /rpc/greet?name=A&times=2',
  'a volatile function may write by POST': { ask: 'POST /rpc/add_person', body: { id: 1, name: 'A' } },
  'a volatile function may not by GET': 'GET /rpc/add_person?id=1&name=A',
  'an immutable function may not by POST either': { ask: 'POST /rpc/greet', body: { name: 'A' } },
  'rows of a relation: select, filter, embed, order, limit':
    'GET /rpc/all_projects?select=id,clients(name)&budget=gt.10&order=id.desc&limit=5&clients.name=eq.Acme',
  'one row of a relation': 'GET /rpc/client?wanted=1&select=name,projects(id)',
  'a set of values': 'GET /rpc/numbers?up_to=3',
  'a table of columns': 'GET /rpc/pairs?up_to=3&select=label',
  'a count of its result': { ask: 'GET /rpc/all_projects?id=gt.1', prefer: 'count=exact' },
  'an estimate of its result': { ask: 'GET /rpc/all_projects?id=gt.1', prefer: 'count=planned' },
  'a single row or nothing is done': { ask: 'POST /rpc/delete_people', headers: single, body: { above: 5 } },
  'a maximum of affected rows': {
    ask: 'POST /rpc/delete_people',
    prefer: 'handling=strict,max-affected=2',
    body: { above: 5 },
  },
  'as CSV': { ask: 'GET /rpc/pairs?up_to=2', headers: { accept: 'text/csv' } },
  'a maximum of affected rows, for one value': {
    ask: 'POST /rpc/add',
    prefer: 'handling=strict,max-affected=2',
    body: { a: 1 },
  },
  'no function of that name': 'GET /rpc/completely_different',
  'a name that is near': { ask: 'POST /rpc/ad', body: { a: 1 } },
  'parameters that do not fit': { ask: 'POST /rpc/add', body: { a: 1, c: 2 } },
  'a parameter too few': 'GET /rpc/add?b=1',
  'parameters where there are none': 'GET /rpc/nothing?x=1',
  'a text body without a function that accepts one': {
    ask: 'POST /rpc/add',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  },
  'two that fit': 'GET /rpc/unclear?a=1',
  'a column it does not give': 'GET /rpc/pairs?up_to=3&select=nummer',
  'a list of other things': { ask: 'POST /rpc/add', body: [1] },
  'by another method': 'PATCH /rpc/add',
  'without a name': 'POST /rpc/',
});
