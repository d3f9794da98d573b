import { describe, type Expected, expect, givesRows, it } from './fixtures.ts';

describe('select lists', () => {
  it.for<Expected>([
    ['may end too often', "/projects?select=clients(id))'&id=eq.1", [{ clients: { id: 1 } }]],
    ['search a domain over a domain', '/pages?words=fts.fat&select=id', [{ id: 1 }]],
    ['cast to arrays', '/projects?select=tags::_text&id=eq.2', [{ tags: ['blue'] }]],
    ['cast to types of rows', '/clients?select=address::address&id=eq.2', [{ address: null }]],
    ['cast to SQL spellings', '/projects?select=id::double precision&id=eq.1', [{ id: 1 }]],
    ['walk composites', '/clients?select=address->>city&id=eq.1', [{ city: 'Springfield' }]],
    ['hold computed columns', '/clients?select=name,initial&id=eq.2', [{ name: 'Birch', initial: 'B' }]],
    ['that are empty hold every column', '/people?select=&id=eq.1', [{ id: 1, name: 'Person A' }]],
    [
      'quote odd names',
      '/odd%20%22names%22?select="a,b(c)",select,"the key"&"the key"=eq.1',
      [{ 'a,b(c)': 'comma', select: 'from', 'the key': 1 }],
    ],
  ])('%s', givesRows);
});

describe('aggregates', () => {
  it.for<Expected>([
    [
      'sum, average, least and most',
      '/projects?select=budget.sum(),a:budget.avg()::int,budget.min(),budget.max()',
      [{ sum: 3500.5, a: 1167, min: 500, max: 2000 }],
    ],
    [
      'count rows of an embed without parentheses, and cast the number',
      '/clients?select=work:projects(number:count::text)&projects.active=is.true&id=lte.2&order=id',
      [{ work: [{ number: '1' }] }, { work: [{ number: '0' }] }],
    ],
  ])('%s', givesRows);
});

// random-filters.model.test.ts has the operators and trees that any column takes, and filters.golden.sql the statements.
describe('filters', () => {
  it.for<readonly [filter: string, ids: number[]]>([
    ['name=match.^[AB]', [1, 2]],
    ['name=imatch.^[ab]', [1, 2]],
    ['id=in.()', []],
    ['budget=is.not_null', [1, 2, 4]],
    ['name=like(any).{A*,B*}', [1, 2]],
    ['name=ilike(all).{*a*,*l*}', [1, 4]],
    ['period=sl.[2025-02-10,2025-02-11)', [1]],
    ['period=sr.[2025-01-01,2025-01-02)', [2]],
    ['period=nxr.[2025-01-15,2025-03-01)', [1]],
    ['period=nxl.[2025-02-01,2025-03-01)', [2]],
    ['period=adj.[2025-02-01,2025-02-15)', [1, 2]],
    ['period=ov.[2025-01-15,2025-02-20)', [1, 2]],
    ['story=fts(simple).cats', [1, 2]],
    ['mood=eq.calm', [1, 4]],
    ['done=gte.20', [2, 4]],
    ['or=( id.eq.1 , id.eq.2 )', [1, 2]],
  ])('%s', async ([filter, ids], { lab }) => {
    const { status, body } = await lab.ask(`/projects?select=id&order=id&${filter}`);
    expect({ status, body }).toEqual({ status: 200, body: rows(...ids) });
  });
});

describe('order and range', () => {
  it.for<Expected>([
    ['orders by several', '/projects?select=id&order=active.desc.nullslast,id.desc', rows(4, 1, 2, 3)],
    ['skips', '/projects?select=id&order=id&limit=2&offset=1', rows(2, 3)],
    ['gives nothing at limit 0', '/projects?select=id&limit=0', []],
  ])('%s', givesRows);

  it.for<readonly [path: string, headers: Record<string, string>, status: number, range: string]>([
    ['/projects', { prefer: 'count=exact' }, 200, '0-3/4'],
    ['/projects?limit=2', { prefer: 'count=exact' }, 206, '0-1/4'],
    ['/projects?offset=9', { prefer: 'count=exact' }, 416, '*/4'],
    ['/projects', { range: '1-2', prefer: 'count=exact' }, 206, '1-2/4'],
    ['/projects', { prefer: 'count=estimated' }, 200, '0-3/4'],
    ['/clients?select=id,projects!inner()&projects.id=eq.1', { prefer: 'count=exact' }, 200, '0-0/1'],
    ['/clients?select=id,projects()&projects=is.null', { prefer: 'count=exact' }, 200, '0-0/1'],
  ])('%s with %j is %i %s', async ([path, headers, status, range], { lab }) => {
    const reply = await lab.ask(path, { headers });
    expect([reply.status, reply.headers.get('content-range') ?? '-']).toEqual([status, range]);
  });

  it('returns the planner’s estimate', async ({ lab }) => {
    const { count } = await lab.client().from('projects').select('*', { count: 'planned', head: true });
    expect(count).toBeGreaterThan(0);
  });
});

describe('the official client', () => {
  it('gets one row, or the number of rows', async ({ lab }) => {
    const people = () => lab.client().from('people').select('name');
    expect((await people().eq('id', 1).single()).data).toEqual({ name: 'Person A' });
    expect((await people().eq('id', 77).maybeSingle()).data).toBeNull();
    const { error, status } = await people().single();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 3 rows',
    });
  });

  it('gets CSV', async ({ lab }) => {
    const { data } = await lab.client().from('projects').select('id,name,tags,active').order('id').csv();
    expect(data).toBe(
      'id,name,tags,active\n1,Alpha,"{red,blue}",t\n2,Beta,{blue},f\n3,Gamma,{},\n4,"Delta, Inc.","{green,""two words""}",t',
    );
  });

  it('leaves out nulls on request', async ({ lab }) => {
    const { data } = await lab.client().from('projects').select('id,budget').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
    const one = await lab.client().from('projects').select('id,budget').eq('id', 3).stripNulls().single();
    expect(one.data).toEqual({ id: 3 });
  });

  it('gets a query plan', async ({ lab }) => {
    const { data } = await lab.client().from('people').select().explain();
    expect(data).toMatch(/Aggregate/);
    const json = await lab.client().from('people').select().explain({ format: 'json', verbose: true });
    expect(json.data).toMatchObject([{ Plan: {} }]);
  });
});

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
