import { goldenTest } from './golden.ts';

goldenTest('order-and-range', {
  'directions and nulls':
    'GET /tasks?order=name.asc,id.desc.nullsfirst,project_id.nullslast,shout.desc.nullslast',
  'by a computed column': 'GET /clients?order=initial',
  'by a name in quotes': 'GET /odd%20%22names%22?order=%22a,b(c)%22.desc',
  'limit beyond what there may be': 'GET /tasks?limit=1001',
  'a Range header without an end': { ask: 'GET /tasks', headers: { range: '5-' } },
  'a Range header and a limit: the rows in both': {
    ask: 'GET /tasks?limit=3&offset=7',
    headers: { range: '5-9' },
  },
  'a Range header outside the limit': { ask: 'GET /tasks?limit=2', headers: { range: '5-9' } },
  'a Range header of bytes is for others': { ask: 'GET /tasks', headers: { range: 'bytes=0-9' } },
  'a column there is not': 'GET /tasks?order=nam',
  'a direction there is not': 'GET /tasks?order=name.up',
  'nulls come last in the term': 'GET /tasks?order=name.nullslast.asc',
  'letters after nullslast': 'GET /tasks?order=name.asc.nullslasttt',
  'an order of nothing': 'GET /tasks?order=',
  'a limit that is no number': 'GET /tasks?limit=many',
  'a limit with a fraction': 'GET /tasks?limit=1.5',
  'a limit too long to be a number': 'GET /tasks?limit=1234567890123456',
  'the same parameter twice': 'GET /tasks?order=id&order=name',
});
