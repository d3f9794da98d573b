import { goldenTest } from './golden.ts';

goldenTest('filters', {
  'eq, neq, gt, gte, lt, lte': 'GET /tasks?id=eq.1&id=neq.2&id=gt.3&id=gte.4&id=lt.5&id=lte.6',
  'cs, cd and ov of arrays': 'GET /projects?tags=cs.{red}&tags=cd.{red,blue}&tags=ov.{green}',
  'sl, sr, nxr, nxl and adj of ranges':
    'GET /projects?period=sl.[2025-01-01,2025-02-01)&period=sr.(,)&period=nxr.empty&period=nxl.[a,b]&period=adj.x',
  'is, with its five states in any case':
    'GET /projects?active=is.null&active=is.not_null&active=is.TRUE&active=is.false&active=is.Unknown',
  'in of quoted, spaced and empty values': 'GET /tasks?name=in.("a,b","c)d",%20e%20,,"f\\"g\\\\")',
  'in of nothing chooses no row': 'GET /tasks?id=in.()',
  'in of one quoted nothing is the same list': 'GET /tasks?name=in.("")',
  'any and all of an array': 'GET /tasks?name=like(any).{A*,B*}&id=eq(all).{1,2}&name=imatch(any).{x,y}',
  'text search on a vector as it is':
    'GET /projects?story=fts.cat&story=plfts.cat&story=phfts.cat&story=wfts.cat',
  'text search in a language, of both sides': 'GET /tasks?name=wfts(english).cats%20-dogs',
  'text search in a language on a vector': 'GET /projects?story=not.plfts(english).the%20cats',
  'text search within JSON': 'GET /projects?meta->a=fts.x&meta->>n=fts(german).y',
  'a filter on a path into an array': 'GET /projects?tags->>0=eq.red',
  'a filter on a computed column': 'GET /clients?initial=eq.A',
  'a single value keeps its quotes': 'GET /tasks?name=eq."a"',
  'an empty value is the empty text': 'GET /tasks?name=eq.',
  'a plus is a space, an encoded plus is a plus': 'GET /tasks?name=eq.a+b&name=eq.a%2Bb',
  'in lets nothing follow its parenthesis': 'GET /tasks?id=in.(1)2',
  'a column with nothing near it': 'GET /tasks?completely_different=eq.1',
  'an apostrophe after a list': "GET /people?id=in.(1,2)'",
  'a bracket and an apostrophe in a value': "GET /people?name=eq.Person A)&name=eq.Person A'",
});
