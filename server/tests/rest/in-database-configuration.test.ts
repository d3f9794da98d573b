import { expect, itStarting, type Lab } from './fixtures.ts';

const it = itStarting();

it.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.many as select id from generate_series(1, 1000) as id;
    grant select on lab.many to anon;
    create table public.elsewhere (id int primary key references lab.people, name text);
    grant select on public.elsewhere to anon;
    create function lab.notes(lab.people) returns setof public.elsewhere
    language sql stable as 'select * from public.elsewhere where id = $1.id';
    create schema toolbox;
    grant usage on schema toolbox to anon;
    create function toolbox.twice(value int) returns int language sql immutable as 'select 2 * value';
    create function lab.doubled(value int) returns int language plpgsql stable as 'begin return twice(value); end';
    create function lab.only_tea() returns void language plpgsql as $$
    begin
      if current_setting('request.headers')::json ->> 'x-wants' = 'coffee' then
        raise sqlstate 'PT418' using message = 'Only tea here';
      end if;
    end $$;
    grant execute on all functions in schema lab to anon`);
  await lab.sql('vacuum analyze lab.many');
});
it.afterEach(async ({ lab }) => {
  for (const setting of settings) await reset(lab, setting);
});

it('db_extra_search_path lets functions find objects in other schemas', async ({ lab }) => {
  await expect.poll(() => doubled(lab)).toMatchObject({ code: '42883' });
  await set(lab, 'db_extra_search_path', 'public, toolbox');
  await expect.poll(() => doubled(lab)).toBe(8);
});

it.for([
  ['a read', '/people?select=id&limit=1', {}],
  ['a stream', '/people?select=id&limit=1', { accept: 'text/csv' }],
  ['the description of the API', '/', {}],
  ['a request to be undone', '/people?select=id&limit=1', { prefer: 'tx=rollback' }],
] as const)(
  'db_pre_request runs before %s, and its refusal is the response',
  async ([_title, path, headers], { lab }) => {
    await set(lab, 'db_pre_request', 'lab.only_tea');
    const asking = async (wanted: string) => {
      const { status, body } = await lab.ask(path, { headers: { ...headers, 'x-wants': wanted } });
      return [status, body.message];
    };
    await expect.poll(() => asking('coffee')).toEqual([418, 'Only tea here']);
    expect((await asking('tea'))[0]).toBe(200);
  },
);

it('openapi_mode can ignore privileges or disable the description of the API', async ({ lab }) => {
  const described = async () => {
    const { status, body, text } = await lab.ask('/');
    return [status, body.code, text.includes('/secrets')];
  };
  expect(await described()).toEqual([200, undefined, false]);
  await set(lab, 'openapi_mode', 'ignore-privileges');
  await expect.poll(described).toEqual([200, undefined, true]);
  await set(lab, 'openapi_mode', 'disabled');
  await expect.poll(described).toEqual([404, 'PGRST126', false]);
});

it('an unsupported setting is refused by its name, with a remedy', async ({ lab }) => {
  await set(lab, 'db_root_spec', 'lab.root');
  const answer = async () => {
    const { status, body } = await lab.ask('/people?limit=1');
    return [status, body];
  };
  await expect.poll(answer).toEqual([
    503,
    {
      code: 'PGRST002',
      message: 'The data API does not support pgrst.db_root_spec',
      details: null,
      hint: "alter role authenticator reset pgrst.db_root_spec; notify pgrst, 'reload config'",
    },
  ]);
  await reset(lab, 'db_root_spec');
  await expect.poll(async () => (await lab.ask('/people?limit=1')).status).toBe(200);
});

it("a setting of PostgREST's own process changes nothing", async ({ lab }) => {
  await set(lab, 'db_pool_size', '3');
  await set(lab, 'db_extra_search_path', 'toolbox');
  await expect.poll(() => doubled(lab)).toBe(8);
});

it('db_max_rows limits the rows, and counts go beyond it on request', async ({ lab }) => {
  await set(lab, 'db_max_rows', '10');
  const range = async (query: string, count: string, method = 'GET') => {
    const { status, headers } = await lab.ask(`/many${query}`, {
      method,
      headers: { prefer: `count=${count}` },
    });
    return [status, headers.get('content-range')];
  };
  await expect.poll(() => range('', 'exact')).toEqual([206, '0-9/1000']);
  expect(await range('', 'planned')).toEqual([206, '0-9/1000']);
  expect(await range('', 'estimated')).toEqual([206, '0-9/1000']);
  expect(await range('', 'planned', 'HEAD')).toEqual([206, '0-9/1000']);
  expect(await range('?limit=20&offset=3', 'estimated')).toEqual([206, '3-12/1000']);
  expect(await range('?id=lte.5', 'estimated')).toEqual([200, '0-4/5']);
  expect(await range('?id=lte.5', 'exact')).toEqual([200, '0-4/5']);
});

it('a relation in another schema is embedded by a function only', async ({ lab }) => {
  const { status, body } = await lab.ask('/people?select=elsewhere(name)');
  expect([status, body.code]).toEqual([400, 'PGRST200']);
  const computed = await lab.ask('/people?select=id,notes(name)&id=eq.1');
  expect([computed.status, computed.body]).toEqual([200, [{ id: 1, notes: [] }]]);
});

const set = (lab: Lab, setting: string, value: string) =>
  lab.sql(`alter role authenticator set pgrst.${setting} = '${value}'; notify pgrst, 'reload config'`);
const reset = (lab: Lab, setting: string) =>
  lab.sql(`alter role authenticator reset pgrst.${setting}; notify pgrst, 'reload config'`);

const settings = [
  'db_extra_search_path',
  'db_pre_request',
  'db_root_spec',
  'db_pool_size',
  'db_max_rows',
  'openapi_mode',
];

const doubled = async (lab: Lab) => (await lab.ask('/rpc/doubled?value=4')).body;
