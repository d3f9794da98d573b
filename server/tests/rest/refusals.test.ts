import { signToken } from '@solostead/server-testkit/identity/token';
import { type Ask, describe, expect, it, type Lab } from './fixtures.ts';

describe('invalid requests are refused by name', () => {
  it.for<readonly [path: string, status: number, code: string, words: string]>([
    ['/people?not.or=()', 400, 'PGRST100', '(line 1, column 8)'],
    ['/people?select=id::nope', 400, '42704', 'type \\"nope\\" does not exist'],
    [
      '/people?select=tasks(id),tasks(name)',
      400,
      '42712',
      'table name \\"people_tasks_1\\" specified more than once',
    ],
    ['/clients?select=projects(tasks(nam))', 400, '42703', 'reference the column \\"tasks_2.name\\"'],
    ['/projects?select=meta->>a->b', 404, '42883', 'operator does not exist: text -> unknown'],
    ['/people?id=eq.x', 400, '22P02', 'invalid input syntax for type integer'],
    ['/people?id=eq.99999999999', 400, '22003', 'out of range'],
    ['/people?id=like.1', 404, '42883', 'operator does not exist'],
    ['/people?name=match.(', 400, '2201B', 'invalid regular expression'],
    ['/people?name=eq.%00', 400, 'PGRST100', 'null character'],
    ['/people?name=eq.%ff', 400, 'PGRST100', 'percent-encoded UTF-8'],
  ])('%s', async ([path, status, code, words], { lab }) => {
    const { status: answered, body, text } = await lab.ask(path);
    expect([answered, body.code]).toEqual([status, code]);
    expect(text).toContain(words);
  });

  it.for<readonly [title: string, ask: Ask, status: number, code: string]>([
    ['a media type we do not give', { headers: { accept: 'application/pdf' } }, 406, 'PGRST107'],
    ['an invalid token', { token: 'x.y.z' }, 401, 'PGRST301'],
  ])('%s', async ([_title, request, status, code], { lab }) => {
    const reply = await lab.ask('/people', request);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe('schemas', () => {
  it('are chosen by profile, the first one by default', async ({ lab }) => {
    const lab1 = await lab.ask('/people?limit=1');
    expect([lab1.status, lab1.headers.get('content-profile')]).toEqual([200, 'lab']);
    const first = await lab.ask('/notes?limit=1', { schema: null });
    expect([first.status, first.headers.get('content-profile')]).toEqual([401, null]);
    const { body } = await lab.ask('/people', { schema: 'auth' });
    expect(body).toMatchObject({ hint: 'Only the following schemas are exposed: public, lab' });
  });
});

describe('privileges', () => {
  /** Returns statements of the server's connections that contain `text`. PostgreSQL shows the last one of each. */
  const statementsWith = (lab: Lab, text: string) =>
    lab.sql(`select query from pg_stat_activity where pid <> pg_backend_pid() and query like '%${text}%'`);

  it('are checked before planning, so a refused request never reaches PostgreSQL', async ({ lab }) => {
    const marked = (mark: string) => `select=${mark}:id`;
    const refused: [path: string, request: Ask][] = [
      [`/secrets?${marked('never_planned')}`, {}],
      [`/secrets?${marked('never_planned')}`, { headers: { accept: 'text/csv' } }],
      [`/secrets?${marked('never_planned')}`, { body: { word: 'x' } }],
      [`/secrets?${marked('never_planned')}&id=eq.1`, { method: 'PATCH', body: { word: 'x' } }],
      [`/secrets?${marked('never_planned')}&id=eq.1`, { method: 'DELETE' }],
      [`/rpc/forget_notes?select=never_planned:id`, { schema: 'public', body: {} }],
    ];
    for (const [path, request] of refused) {
      const { status, body } = await lab.ask(path, request);
      expect([path, status, body.code]).toEqual([path, 401, '42501']);
    }
    expect(await statementsWith(lab, 'never_planned')).toEqual([]);
    expect((await lab.ask(`/people?${marked('surely_planned')}`)).status).toBe(200);
    expect(await statementsWith(lab, 'surely_planned')).toHaveLength(1);
  });

  it.for([
    ['/secrets', 'text/csv', 'id\n1,2'],
    ['/secrets', 'application/json', '{'],
    ['/rpc/forget_notes', 'text/csv', 'id\n1,2'],
    ['/rpc/forget_notes', 'application/x-www-form-urlencoded', 'id=id=id='],
  ] as const)('are checked before the body of %s is parsed as %s', async ([path, type, body], { lab }) => {
    const schema = path === '/secrets' ? 'lab' : 'public';
    const reply = await lab.ask(path, { schema, body, headers: { 'content-type': type } });
    expect([reply.status, reply.body.code]).toEqual([401, '42501']);
  });

  it('are checked for embedded relations too', async ({ lab }) => {
    const path = '/people?select=id,diaries(never_embedded:id)';
    const { status, body } = await lab.ask(path);
    expect([status, body.message]).toEqual([401, 'permission denied for table diaries']);
    expect(await statementsWith(lab, 'never_embedded')).toEqual([]);
    await lab.sql('grant select on lab.diaries to anon');
    const granted = await lab.ask(path);
    await lab.sql('revoke select on lab.diaries from anon');
    expect(granted.status).toBe(200);
  });

  it('apply from the moment they are granted to the moment they are revoked', async ({ lab }) => {
    const path = '/secrets?select=id&limit=1';
    expect((await lab.ask(path)).status).toBe(401);
    await lab.sql('grant select on lab.secrets to anon');
    expect((await lab.ask(path)).status).toBe(200);
    await lab.sql('revoke select on lab.secrets from anon');
    expect((await lab.ask(path)).status).toBe(401);
  });

  it('apply to each column, however it is named', async ({ lab }) => {
    expect((await lab.ask('/partly?select=id,open')).body).toEqual([{ id: 1, open: 'seen' }]);
    for (const query of [
      'select=*',
      'select=closed',
      'select=id&closed=eq.unseen',
      'select=id&order=closed',
      'select=id&or=(closed.eq.x,id.eq.1)',
    ])
      expect((await lab.ask(`/partly?${query}`)).status, query).toBe(401);
    const shown = await lab.ask('/partly?id=eq.1', {
      method: 'PATCH',
      body: { open: 'seen' },
      headers: { prefer: 'return=representation' },
    });
    expect(shown.status).toBe(401);
    const part = await lab.ask('/partly?id=eq.1&select=open', {
      method: 'PATCH',
      body: { open: 'seen' },
      headers: { prefer: 'return=representation' },
    });
    expect([part.status, part.body]).toEqual([200, [{ open: 'seen' }]]);
  });

  it('allow an insert without the right to read', async ({ lab }) => {
    const { status } = await lab.ask('/partly', { body: { id: 2, open: 'x' } });
    const [row] = await lab.sql('delete from lab.partly where id = 2 returning closed');
    expect([status, row]).toEqual([201, { closed: null }]);
  });

  it('apply to each row', async ({ lab }) => {
    const token = signToken({ sub: USER });
    const mine = lab.client(token).from('owned');
    expect((await mine.insert({ id: 1, note: 'mine' })).status).toBe(201);
    await lab.sql("insert into lab.owned values (2, gen_random_uuid(), 'theirs')");
    expect((await lab.client(token).from('owned').select('note')).data).toEqual([{ note: 'mine' }]);
    const foreign = await lab
      .client(token)
      .from('owned')
      .insert({ id: 3, owner: '22222222-2222-4222-8222-222222222222' });
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501']);
    expect((await lab.client(token).from('owned').delete().gt('id', 0).select('id')).data).toEqual([
      { id: 1 },
    ]);
  });
});

const USER = '11111111-1111-4111-8111-111111111111';
