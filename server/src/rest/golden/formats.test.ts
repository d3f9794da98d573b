import { goldenTest } from './golden.ts';

const accept = (type: string) => ({ accept: type });

goldenTest('formats', {
  'counted without what decides nothing': {
    ask: 'GET /clients?select=id,projects(id),newest_project!inner(id)&order=id&projects.id=eq.1',
    prefer: 'count=exact',
  },
  'counted with what a filter asks for': {
    ask: 'GET /clients?select=id,projects(id),newest_project(id)&or=(projects.is.null,id.eq.1)',
    prefer: 'count=exact',
  },
  'the estimated count stops counting at the bound': {
    ask: 'GET /clients?id=gt.1',
    prefer: 'count=estimated',
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
  'the most wanted type that we have': {
    ask: 'GET /keyless',
    headers: accept('image/png, text/csv;q=0.2, application/json;q=0.9'),
  },
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
});
