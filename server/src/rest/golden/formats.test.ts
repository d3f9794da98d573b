import { goldenTest } from './golden.ts';

const accept = (type: string) => ({ accept: type });

goldenTest('formats', {
  'rows as an array, without a count': 'GET /keyless',
  'the exact count': { ask: 'GET /clients?id=gt.1&limit=2', prefer: 'count=exact' },
  'counted without what decides nothing': {
    ask: 'GET /clients?select=id,projects(id),newest_project!inner(id)&order=id&projects.id=eq.1',
    prefer: 'count=exact',
  },
  'counted with what a filter asks for': {
    ask: 'GET /clients?select=id,projects(id),newest_project(id)&or=(projects.is.null,id.eq.1)',
    prefer: 'count=exact',
  },
  'the planned count': { ask: 'GET /clients?id=gt.1', prefer: 'count=planned' },
  'the estimated count stops counting at the bound': {
    ask: 'GET /clients?id=gt.1',
    prefer: 'count=estimated',
  },
  'a single object': { ask: 'GET /clients?id=eq.1', headers: accept('application/vnd.pgrst.object+json') },
  'nulls stripped from an array': {
    ask: 'GET /clients',
    headers: accept('application/vnd.pgrst.array+json;nulls=stripped'),
  },
  'nulls stripped from an object': {
    ask: 'GET /clients',
    headers: accept('application/vnd.pgrst.object+json;nulls=stripped'),
  },
  CSV: { ask: 'GET /clients?order=id', headers: accept('text/csv') },
  'CSV with an exact count': {
    ask: 'GET /clients',
    headers: accept('text/csv'),
    prefer: 'count=exact',
  },
  'CSV with an estimate': {
    ask: 'GET /clients',
    headers: accept('text/csv'),
    prefer: 'count=estimated',
  },
  'CSV of HEAD': { ask: 'HEAD /clients', headers: accept('text/csv') },
  'HEAD asks for the same rows': 'HEAD /clients?id=eq.1',
  'the most wanted type that we have': {
    ask: 'GET /keyless',
    headers: accept('image/png, text/csv;q=0.2, application/json;q=0.9'),
  },
  'a plan in text': { ask: 'GET /keyless', headers: accept('application/vnd.pgrst.plan') },
  'a plan in JSON with options': {
    ask: 'GET /keyless',
    headers: accept('application/vnd.pgrst.plan+json; options=analyze|buffers|nonsense'),
  },
  'a plan of a single object': {
    ask: 'GET /keyless',
    headers: accept(
      'application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=verbose',
    ),
  },
  'a plan of CSV': { ask: 'GET /keyless', headers: accept('application/vnd.pgrst.plan; for="text/csv"') },
  'a plan of a plan': {
    ask: 'GET /keyless',
    headers: accept('application/vnd.pgrst.plan; for="application/vnd.pgrst.plan"'),
  },
  'a type we have not': { ask: 'GET /keyless', headers: accept('image/png, text/html') },
  'another schema by profile': { ask: 'GET /applications', headers: { 'accept-profile': 'public' } },
  'another schema to write to': {
    ask: 'POST /applications',
    headers: { 'content-profile': 'public' },
    body: { name: 'A' },
  },
  'a read heeds Accept-Profile alone': { ask: 'GET /applications', headers: { 'content-profile': 'public' } },
  'a write heeds Content-Profile alone': {
    ask: 'POST /applications',
    headers: { 'accept-profile': 'public' },
    body: { name: 'A' },
  },
  'a schema that is not exposed': { ask: 'GET /users', headers: { 'accept-profile': 'auth' } },
});
