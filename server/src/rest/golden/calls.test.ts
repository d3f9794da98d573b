import { goldenTest } from './golden.ts';

goldenTest('calls', {
  'GET: the last of two values counts': 'GET /rpc/add?a=1&a=2',
  'GET: variadic takes every value': 'GET /rpc/total?numbers=1&numbers=2',
  'GET: a value that looks like a filter is one':
    'GET /rpc/pairs?up_to=5&number=gt.2&order=label.desc&limit=2',
  'POST: the first object of a list': { ask: 'POST /rpc/add', body: [{ a: 1, b: 2 }] },
  'POST: without a body there are no arguments': 'POST /rpc/nothing',
  'POST: columns name the arguments that count': { ask: 'POST /rpc/add?columns=a', body: { a: 1, other: 2 } },
  'an immutable function may not by POST either': { ask: 'POST /rpc/greet', body: { name: 'A' } },
  'a count of its result': { ask: 'GET /rpc/all_projects?id=gt.1', prefer: 'count=exact' },
  'an estimate of its result': { ask: 'GET /rpc/all_projects?id=gt.1', prefer: 'count=planned' },
  'no function of that name': 'GET /rpc/completely_different',
  'parameters that do not fit': { ask: 'POST /rpc/add', body: { a: 1, c: 2 } },
  'a parameter too few': 'GET /rpc/add?b=1',
  'parameters where there are none': 'GET /rpc/nothing?x=1',
  'a text body without a function that accepts one': {
    ask: 'POST /rpc/add',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  },
  'a column it does not give': 'GET /rpc/pairs?up_to=3&select=nummer',
  'a list of other things': { ask: 'POST /rpc/add', body: [1] },
});
