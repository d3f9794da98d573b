import { type Ask, describe, expect, it, type Lab } from './fixtures.ts';

describe('calls', () => {
  it.for<readonly [title: string, name: string, args: object, expected: unknown]>([
    ['pass arguments by name', 'add', { b: 2, a: 1 }, 3],
    ['leave defaults', 'add', { a: 1 }, 11],
    ['choose the overload that fits', 'greet', { name: 'X', times: 2 }, 'Hello X! Hello X! '],
    ['choose the other overload', 'greet', { name: 'X' }, 'Hello X'],
    ['pass arrays', 'first_tag', { tags: ['a,b', 'c'] }, 'a,b'],
    ['pass variadic arguments', 'total', { numbers: [1, 2, 3] }, 6],
    ['pass a whole body', 'echo_json', { any: ['thing'] }, { any: ['thing'] }],
    ['give one row', 'client', { wanted: 2 }, { id: 2, name: 'Birch', address: null }],
    ['give null for no row', 'no_client', {}, { id: null, name: null, address: null }],
    ['give many values', 'numbers', { up_to: 3 }, [1, 2, 3]],
    [
      'give a table',
      'pairs',
      { up_to: 2 },
      [
        { number: 1, label: 'no. 1' },
        { number: 2, label: 'no. 2' },
      ],
    ],
    ['give out parameters', 'split', { whole: 7 }, { half: 3, rest: 1 }],
    ['give nothing', 'nothing', {}, null],
  ])('%s', async ([_title, name, args, expected], { lab }) => {
    const { data, error } = await rpc(lab, name, args);
    expect({ error, data }).toEqual({ error: null, data: expected });
  });

  it('accept GET, with the arguments in the URL', async ({ lab }) => {
    expect((await rpc(lab, 'add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await rpc(lab, 'first_tag', { tags: ['x', 'y'] }, { get: true })).data).toBe('x');
    const { count, data } = await rpc(lab, 'all_projects', {}, { head: true, count: 'exact' });
    expect([count, data]).toEqual([4, null]);
  });

  it('filter, order, limit and embed their result', async ({ lab }) => {
    const { data } = await rpc(lab, 'all_projects')
      .select('id,clients(name)')
      .lte('id', 3)
      .order('id', { ascending: false })
      .limit(2);
    expect(data).toEqual([
      { id: 3, clients: { name: 'Birch' } },
      { id: 2, clients: { name: 'Acme' } },
    ]);
    const composite = await rpc(lab, 'client', { wanted: 1 })
      .select('name,projects(id)')
      .order('id', { referencedTable: 'projects' });
    expect(composite.data).toEqual({ name: 'Acme', projects: [{ id: 1 }, { id: 2 }] });
  });

  it('have computed columns whose function another table has too', async ({ lab }) => {
    await lab.sql('create function lab.initial(lab.projects) returns text return left($1.name, 1)');
    const { data, error } = await rpc(lab, 'client', { wanted: 1 }).select('id,initial').eq('initial', 'A');
    await lab.sql('drop function lab.initial(lab.projects)');
    expect([error, data]).toEqual([null, { id: 1, initial: 'A' }]);
  });

  it('return CSV', async ({ lab }) => {
    expect((await rpc(lab, 'pairs', { up_to: 2 }).csv()).data).toBe('number,label\n1,"no. 1"\n2,"no. 2"');
  });

  it.for<readonly [path: string, type: string, body: string | Uint8Array, expected: unknown]>([
    ['/rpc/echo_text', 'text/plain', 'plain words', 'plain words'],
    ['/rpc/size_of', 'application/octet-stream', new Uint8Array([0, 1, 255]), 3],
    ['/rpc/add', 'application/x-www-form-urlencoded', 'a=1&b=4', 5],
  ])('%s reads %s', async ([path, type, body, expected], { lab }) => {
    const reply = await lab.ask(path, { body, headers: { 'content-type': type } });
    expect([reply.status, reply.body]).toEqual([200, expected]);
  });
});

describe('transactions', () => {
  it('write if the function is volatile', async ({ lab }) => {
    const { data, error } = await rpc(lab, 'add_person', { id: 20, name: 'Called' });
    await lab.sql('delete from lab.people where id = 20');
    expect([error, data]).toEqual([null, { id: 20, name: 'Called' }]);
  });

  it('only read if the function is stable, or is called by GET', async ({ lab }) => {
    const volatile = await lab.ask('/rpc/add_person?id=20&name=x');
    expect([volatile.status, volatile.body.code]).toEqual([405, '25006']);
    expect((await rpc(lab, 'settings')).data).toMatchObject({ read_only: 'on' });
    expect((await rpc(lab, 'volatile_settings')).data).toBe('off');
    expect((await rpc(lab, 'volatile_settings', {}, { get: true })).data).toBe('on');
  });

  it('are rolled back when too many rows are affected', async ({ lab }) => {
    await lab.sql("insert into lab.people values (31, 'x'), (32, 'y')");
    const { status, error } = await rpc(lab, 'delete_people', { above: 30 }).maxAffected(1);
    expect([status, error?.code]).toEqual([400, 'PGRST124']);
    expect(await lab.sql('delete from lab.people where id > 30 returning id')).toHaveLength(2);
    const scalar = await rpc(lab, 'add', { a: 1 }).maxAffected(1);
    expect([scalar.status, scalar.error?.code]).toEqual([400, 'PGRST128']);
  });

  it('are rolled back when one row is requested and several are returned', async ({ lab }) => {
    await lab.sql("insert into lab.people values (31, 'x'), (32, 'y')");
    expect((await rpc(lab, 'delete_people', { above: 30 }).single()).status).toBe(406);
    expect(await lab.sql('delete from lab.people where id > 30 returning id')).toHaveLength(2);
  });

  it('expose the caller and the request to SQL', async ({ lab }) => {
    const { body } = await lab.ask('/rpc/settings', {
      headers: { 'x-test': 'seen', cookie: 'biscuit=crumbs', prefer: 'timezone=America/Los_Angeles' },
    });
    expect(body).toMatchObject({
      role: 'anon',
      claims: { role: 'anon' },
      method: 'GET',
      agent: 'seen',
      cookie: 'crumbs',
      timezone: 'America/Los_Angeles',
    });
  });

  it('use the status and headers that SQL sets', async ({ lab }) => {
    const { status, headers, body } = await lab.ask('/rpc/teapot', { body: {} });
    expect([status, headers.get('x-kind'), headers.get('cache-control'), body]).toEqual([
      418,
      'tea',
      'no-store',
      'short and stout',
    ]);
  });
});

describe('errors', () => {
  it.for<readonly [title: string, path: string, ask: Ask, status: number, body: object]>([
    [
      'ambiguous overloads',
      '/rpc/unclear',
      { body: { a: 1 } },
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: lab.unclear(a => integer), lab.unclear(a => text)',
      },
    ],
    [
      'a function that raises',
      '/rpc/fails',
      { body: { code: 'P0001' } },
      400,
      { code: 'P0001', message: 'failed as asked', details: 'a detail', hint: 'a hint' },
    ],
    [
      'a function that raises all of it',
      '/rpc/fails',
      { body: { code: 'PGRST' } },
      402,
      { code: '123', message: 'Payment Required', details: 'Quota exceeded', hint: 'Upgrade' },
    ],
  ])('%s', async ([_title, path, request, status, body], { lab }) => {
    const reply = await lab.ask(path, request);
    expect(reply.body).toMatchObject(body);
    expect(reply.status).toBe(status);
  });
});

const rpc = (lab: Lab, name: string, args: object = {}, options: object = {}) =>
  lab.client().rpc(name as never, args as never, options as never);
