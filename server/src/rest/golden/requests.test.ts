import { goldenTest } from './golden.ts';

const task = { name: 'A' };

goldenTest('preferences', {
  'unknown preferences are ignored': { ask: 'GET /keyless', prefer: 'color=red, count=none' },
  'the first of two counts': {
    ask: 'POST /keyless',
    prefer: 'return=minimal, return=representation',
    body: { note: 'A' },
  },
  'lenient after strict is too late': {
    ask: 'GET /keyless',
    prefer: 'handling=strict, handling=lenient, color=red',
  },
  'tx=rollback of CSV is held, to be undone': {
    ask: 'GET /keyless',
    prefer: 'tx=rollback',
    headers: { accept: 'text/csv' },
  },
  'a time zone there is': { ask: 'GET /keyless', prefer: 'handling=strict, timezone=Europe/Berlin' },
  'a time zone there is not, strict': { ask: 'GET /keyless', prefer: 'handling=strict, timezone=Mars/Base' },
  'a time zone there is not, lenient': { ask: 'GET /keyless', prefer: 'timezone=Mars/Base' },
  'max-affected that is no number, strict': {
    ask: 'DELETE /tasks',
    prefer: 'handling=strict, max-affected=few',
  },
  'max-affected means nothing to a read': { ask: 'GET /keyless', prefer: 'handling=strict, max-affected=1' },
});

goldenTest('targets', {
  'a relation there is not, and one that is near': 'GET /projectz',
  'a relation with nothing near it': 'GET /completely_different',
  'a name in percent encoding': 'GET /keyl%65ss',
  'a function is no relation': 'GET /add',
  'the root': 'GET /',
  'a path that is not UTF-8': 'GET /%ff',
  'a method there is not': 'TRACE /tasks',
  'a name that is a property of every object': 'GET /__proto__',
});

goldenTest('rights', {
  'a role with the rights': { ask: 'GET /projects?select=id,clients(id)', role: 'anon' },
  'both ends and the junction are asked for': 'GET /people?select=tasks(id)',
  'a computed relationship needs no rights on columns': 'GET /clients?select=big_projects(id)',
  'each level is asked for': 'GET /clients?select=projects(tasks(id))',
  'a call asks for its very signature': 'GET /rpc/greet?name=A&times=2',
  'a write that shows nothing asks to write alone': {
    ask: 'POST /tasks?select=projects(id)',
    body: task,
    role: 'anon',
  },
  'a visitor without the right is asked to sign in': { ask: 'GET /secrets', role: 'anon' },
  'a user without the right is refused': { ask: 'GET /secrets', role: 'authenticated' },
  'rights come before columns': { ask: 'GET /secrets?select=nothing&order=nowhere&x=eq.1', role: 'anon' },
  'rights come before relationships': { ask: 'GET /owned?select=clients(*)', role: 'anon' },
  'rights come before formats and preferences': {
    ask: 'GET /secrets',
    headers: { accept: 'image/png' },
    prefer: 'handling=strict,x=y',
    role: 'anon',
  },
  'rights come before the columns of a body': { ask: 'POST /secrets', body: { nothing: 1 }, role: 'anon' },
  'rights on some columns are enough to continue': { ask: 'GET /partly', role: 'anon' },
  'rows are deleted whole': { ask: 'DELETE /partly?id=eq.1', role: 'anon' },
  'a schema that is out of reach': {
    ask: 'GET /applications',
    headers: { 'accept-profile': 'public' },
    role: 'outsider',
  },
});

goldenTest('hints', {
  'a relation in the singular': 'GET /project',
  'a relation in capitals': 'GET /PEOPLE',
  'two letters in the wrong order': 'GET /task_cuonts',
  'nothing near a relation': 'GET /xyzzy',
  'a name too short': 'GET /cli',
  'nothing near a relation to embed': 'GET /clients?select=xyzzy(id)',
  'a hint that is no key': 'GET /clients?select=projects!nope(id)',
  'a function too short': { ask: 'POST /rpc/ad', body: {} },
  'a parameter of a function': { ask: 'POST /rpc/add', body: { a: 1, x: 2 } },
  'an overload': { ask: 'POST /rpc/greet', body: { nam: 'x' } },
  'the overload with as many parameters': { ask: 'POST /rpc/greet', body: { nam: 'x', times: 1 } },
  'nothing near a parameter': { ask: 'POST /rpc/add', body: { zzz: 1 } },
  'a function for a text': {
    ask: 'POST /rpc/echo_tex',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  },
  'a column to write': { ask: 'POST /people', body: { nam: 'x' } },
  'one argument': 'GET /rpc/nope?a=1',
  'arguments, sorted, and the whole body': { ask: 'POST /rpc/nope', body: { b: 1, a: 2 } },
  'no argument': 'GET /rpc/nope',
  'a body that is one argument': {
    ask: 'POST /rpc/nope',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'x',
  },
  'CSV, which is no argument as a whole': {
    ask: 'POST /rpc/echo_json',
    headers: { 'content-type': 'text/csv' },
    body: 'a,b\n1,2',
  },
  'a form': {
    ask: 'POST /rpc/nope',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
  },
});
