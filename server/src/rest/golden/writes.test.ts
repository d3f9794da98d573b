import { goldenTest } from './golden.ts';

const REPRESENTATION = 'return=representation';

goldenTest('inserts', {
  'an object without keys takes all defaults': { ask: 'POST /tasks', body: {} },
  'a list of objects without keys': { ask: 'POST /tasks', body: [{}, {}] },
  'a column named twice is written once': { ask: 'POST /tasks?columns=name,name', body: { name: 'A' } },
  'missing keys of one object': {
    ask: 'POST /owned?columns=id,owner',
    prefer: 'missing=default',
    body: { id: 1 },
  },
  'missing keys without a default stay null': {
    ask: 'POST /projects?columns=id,name',
    prefer: 'missing=default',
    body: { id: 1 },
  },
  'missing keys are null unless asked': {
    ask: 'POST /tasks?columns=name,project_id',
    prefer: 'missing=null',
    body: { name: 'A' },
  },
  'the types of the columns decide how JSON is read': {
    ask: 'POST /projects',
    body: { id: 1, budget: 1.5, tags: ['a'], meta: { a: 1 }, mood: 'calm', done: 5, period: '[,)' },
  },
  'only selected columns need the right to read': {
    ask: 'POST /tasks?select=id,label:name',
    prefer: REPRESENTATION,
    body: { name: 'A' },
  },
  'in an order': { ask: 'POST /tasks?select=id&order=name', prefer: REPRESENTATION, body: [{ name: 'A' }] },
  'with an aggregate of what was written': {
    ask: 'POST /tasks?select=count()',
    prefer: REPRESENTATION,
    body: [{ name: 'A' }],
  },
  'no Location without a primary key': {
    ask: 'POST /keyless',
    prefer: 'return=headers-only',
    body: { note: 'A' },
  },
  'a single object or nothing is written': {
    ask: 'POST /tasks',
    prefer: REPRESENTATION,
    headers: { accept: 'application/vnd.pgrst.object+json' },
    body: [{ name: 'A' }],
  },
  'as CSV': {
    ask: 'POST /tasks',
    prefer: REPRESENTATION,
    headers: { accept: 'text/csv' },
    body: { name: 'A' },
  },
  'a relation with a hostile name': { ask: 'POST /odd%20%22names%22', body: { 'the key': 1, 'a,b(c)': 'x' } },
});

goldenTest('upserts', {
  'ignore by the primary key': {
    ask: 'POST /people',
    prefer: 'resolution=ignore-duplicates',
    body: { id: 1, name: 'A' },
  },
  'with the rows, the new ones counted': {
    ask: 'POST /people',
    prefer: 'resolution=merge-duplicates,return=representation',
    body: [{ id: 1, name: 'A' }],
  },
  'nothing to merge': { ask: 'POST /people', prefer: 'resolution=merge-duplicates', body: [{}] },
  'without a primary key there is no conflict': {
    ask: 'POST /keyless',
    prefer: 'resolution=merge-duplicates',
    body: { note: 'A' },
  },
  'PUT of a key of two columns': {
    ask: 'PUT /compound?a=eq.1&b=eq.x',
    prefer: 'return=representation',
    body: [{ a: 1, b: 'x', note: 'n' }],
  },
  'PUT fills in no defaults': {
    ask: 'PUT /tasks?id=eq.1',
    prefer: 'missing=default',
    body: { id: 1, name: 'A' },
  },
  'PUT by less than the key': { ask: 'PUT /compound?a=eq.1', body: { a: 1, b: 'x' } },
  'PUT by more than the key': { ask: 'PUT /people?id=eq.1&name=eq.A', body: { id: 1, name: 'A' } },
  'PUT by another operator': { ask: 'PUT /people?id=gt.1', body: { id: 1, name: 'A' } },
  'PUT by a negated key': { ask: 'PUT /people?id=not.eq.1', body: { id: 1, name: 'A' } },
  'PUT by any of several': { ask: 'PUT /people?id=eq(any).{1}', body: { id: 1, name: 'A' } },
  'PUT by a tree': { ask: 'PUT /people?and=(id.eq.1)', body: { id: 1, name: 'A' } },
  'PUT without a key in the body': { ask: 'PUT /people?id=eq.1', body: { name: 'A' } },
  'PUT to what has no key': { ask: 'PUT /keyless?note=eq.a', body: { note: 'a' } },
  'PUT with a limit': { ask: 'PUT /people?id=eq.1&limit=1', body: { id: 1, name: 'A' } },
  'PUT with on_conflict': { ask: 'PUT /people?id=eq.1&on_conflict=id', body: { id: 1, name: 'A' } },
  'on_conflict by a column there is not': {
    ask: 'POST /people?on_conflict=idd',
    prefer: 'resolution=merge-duplicates',
    body: { id: 1 },
  },
});

goldenTest('updates-and-deletes', {
  'update by a tree and a path': {
    ask: 'PATCH /projects?or=(id.eq.1,meta->>n.eq.2)',
    body: { active: true },
  },
  'update everything': { ask: 'PATCH /tasks', body: { name: 'B' } },
  'update the columns named': { ask: 'PATCH /tasks?id=eq.1&columns=name', body: { name: 'B', other: 1 } },
  'the filters choose the written rows, not the returned ones': {
    ask: 'PATCH /projects?id=eq.1&select=id,clients(name)&clients.name=eq.Acme',
    prefer: 'return=representation',
    body: { name: 'B' },
  },
  'update with a maximum of affected rows': {
    ask: 'PATCH /tasks?id=gt.1',
    prefer: 'handling=strict,max-affected=5',
    body: { name: 'B' },
  },
  'update of a single row': {
    ask: 'PATCH /tasks?id=eq.1',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    body: { name: 'B' },
  },
  'update with a count': { ask: 'PATCH /tasks?id=eq.1', prefer: 'count=exact', body: { name: 'B' } },
  'update that takes defaults for missing keys': {
    ask: 'PATCH /tasks?id=eq.1&columns=name,project_id',
    prefer: 'missing=default',
    body: { project_id: 1 },
  },
  'delete everything': 'DELETE /keyless',
  'delete with a maximum of affected rows': {
    ask: 'DELETE /tasks?id=gt.1',
    prefer: 'handling=strict,max-affected=1',
  },
  'max-affected without strict handling is passed over': {
    ask: 'DELETE /tasks?id=gt.1',
    prefer: 'max-affected=1',
  },
  'update of a column there is not': { ask: 'PATCH /tasks?id=eq.1', body: { nmae: 'B' } },
  'delete with an offset': 'DELETE /tasks?offset=1',
});
