import { goldenTest } from './golden.ts';

goldenTest('order-and-range', {
  'one key': 'GET /tasks?order=name',
  'directions and nulls':
    'GET /tasks?order=name.asc,id.desc.nullsfirst,project_id.nullslast,shout.desc.nullslast',
  'by a path into JSON, a computed column, a name in quotes': 'GET /projects?order=meta->a->>b.desc,meta->0',
  'by a computed column': 'GET /clients?order=initial',
  'by a name in quotes': 'GET /odd%20%22names%22?order=%22a,b(c)%22.desc',
  limit: 'GET /tasks?limit=5',
  'offset alone': 'GET /tasks?offset=5',
  'limit beyond what there may be': 'GET /tasks?limit=1001',
  'a limit of nothing': 'GET /tasks?limit=0',
  'a Range header': { ask: 'GET /tasks', headers: { range: '5-9' } },
  'a Range header without an end': { ask: 'GET /tasks', headers: { range: '5-' } },
  'a Range header and a limit: the rows in both': {
    ask: 'GET /tasks?limit=3&offset=7',
    headers: { range: '5-9' },
  },
  'a Range header outside the limit': { ask: 'GET /tasks?limit=2', headers: { range: '5-9' } },
  'a Range header of bytes is for others': { ask: 'GET /tasks', headers: { range: 'bytes=0-9' } },
  'a Range header means nothing to HEAD': { ask: 'HEAD /tasks', headers: { range: '5-9' } },
  'a column there is not': 'GET /tasks?order=nam',
  'a direction there is not': 'GET /tasks?order=name.up',
  'nulls come last in the term': 'GET /tasks?order=name.nullslast.asc',
  'an order of nothing': 'GET /tasks?order=',
  'a limit below zero': 'GET /tasks?limit=-1',
  'an offset below zero': 'GET /tasks?offset=-1',
  'a limit that is no number': 'GET /tasks?limit=many',
  'a limit with a fraction': 'GET /tasks?limit=1.5',
  'a limit too long to be a number': 'GET /tasks?limit=1234567890123456',
  'the same parameter twice': 'GET /tasks?order=id&order=name',
  'a Range header that ends before it begins': { ask: 'GET /tasks', headers: { range: '9-5' } },
});
