import { afterAll } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type TestServer } from '@solostead/server-testkit/servers/server';
import { type Ask, describe, expect, itStarting, type Lab } from './fixtures.ts';

const it = itStarting();

let copy: TestServer;
it.beforeAll(async ({ lab }) => {
  const { databaseUrl } = JSON.parse(readFileSync(join(lab.dataDir, 'server.json'), 'utf8'));
  copy = await startServer({ env: { DATABASE_URL: databaseUrl } });
});
afterAll(async () => {
  await copy.stop();
});

describe('settings of the role authenticator', () => {
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
});

// Its last test changes settings that the others need.
describe('the schema cache', () => {
  it('is reloaded in every copy of the server after new tables, columns and keys', async ({ lab }) => {
    await lab.sql('create table lab.told (id int primary key); grant select on lab.told to anon');
    await expect.poll(() => statusOf(lab, '/told')).toBe(200);
    await expect.poll(() => statusOfCopy('/told')).toBe(200);
    await lab.sql('alter table lab.told add column project_id int references lab.projects');
    await expect.poll(() => statusOf(lab, '/told?select=projects(id)')).toBe(200);
    await lab.sql('drop table lab.told');
    await expect.poll(() => statusOf(lab, '/told')).toBe(404);
    await expect.poll(() => statusOfCopy('/told')).toBe(404);
  });

  it('contains the description of the API, which grants renew', async ({ lab }) => {
    const describesSecrets = async () => (await lab.ask('/')).text.includes('/secrets');
    expect(await describesSecrets()).toBe(false);
    await lab.sql('grant select on lab.secrets to anon');
    await expect.poll(describesSecrets).toBe(true);
    await lab.sql('revoke select on lab.secrets from anon');
    await expect.poll(describesSecrets).toBe(false);
    await lab.sql('begin; set local event_triggers = off; grant select on lab.secrets to anon; commit');
    expect(await describesSecrets()).toBe(false);
    await lab.sql("notify pgrst, 'reload schema'");
    await expect.poll(describesSecrets).toBe(true);
    await lab.sql('revoke select on lab.secrets from anon');
    await expect.poll(describesSecrets).toBe(false);
  });

  it('is reloaded after a trigger that makes a view writable', async ({ lab }) => {
    await lab.sql(`
      create view lab.counted as select count(*) from lab.people;
      grant select, insert on lab.counted to anon;
      create function lab.count_on() returns trigger language plpgsql as 'begin return new; end'`);
    const subject = { method: 'OPTIONS', headers: { 'accept-profile': 'lab' } };
    const allowed = async () => (await lab.ask('/counted', subject)).headers.get('allow');
    await expect.poll(allowed).toBe('OPTIONS,GET,HEAD');
    await lab.sql(
      'create trigger count_on instead of insert on lab.counted for each row execute function lab.count_on()',
    );
    await expect.poll(allowed).toBe('OPTIONS,GET,HEAD,POST');
  });

  it('misses no change while its LISTEN connection is interrupted', async ({ lab }) => {
    await lab.sql('select pg_terminate_backend(pid) from pg_stat_activity where query = \'listen "pgrst"\'');
    await lab.sql(`
      create table lab.unheard (id int);
      grant select on lab.unheard to anon;
      notify pgrst, 'reload schema'`);
    await expect.poll(() => statusOf(lab, '/unheard')).toBe(200);
    await expect.poll(() => statusOfCopy('/unheard')).toBe(200);
  });

  it('survives a table that changes without a notification', async ({ lab }) => {
    await lab.sql(`
      create table lab.shaky (id int, a int);
      grant select on lab.shaky to anon;
      insert into lab.shaky values (1, 2);
      notify pgrst, 'reload schema'`);
    await expect.poll(() => statusOf(lab, '/shaky')).toBe(200);
    await lab.sql('alter table lab.shaky alter column a type text');
    for (let time = 0; time < 3; time++) expect((await lab.ask('/shaky')).body).toEqual([{ id: 1, a: '2' }]);
  });

  it('contains the settings of roles and of functions, which come first', async ({ lab }) => {
    await lab.sql("alter role anon set statement_timeout = '100ms'; notify pgrst, 'reload config'");
    const nap = { body: { seconds: 0.5 } };
    await expect.poll(async () => (await lab.ask('/rpc/nap', nap)).body.code).toBe('57014');
    await lab.sql("alter function lab.nap set statement_timeout = '3s'");
    await expect.poll(() => statusOf(lab, '/rpc/nap', nap)).toBe(204);
    await lab.sql(
      "alter role anon reset statement_timeout; alter function lab.nap set statement_timeout = '100ms'",
    );
    await expect.poll(async () => (await lab.ask('/rpc/nap', nap)).body.code).toBe('57014');
    await lab.sql("alter function lab.nap reset statement_timeout; notify pgrst, 'reload config'");
    await expect.poll(() => statusOf(lab, '/rpc/nap', nap)).toBe(204);
  });

  it('contains the time zone and the isolation level of a role for itself', async ({ lab }) => {
    await lab.sql(`
      create function lab.surroundings() returns text language sql stable
      as $$ select current_setting('timezone') || ', ' || current_setting('transaction_isolation') $$;
      grant execute on function lab.surroundings to anon;
      alter role anon set timezone = 'Asia/Tokyo';
      alter role anon set default_transaction_isolation = 'serializable';
      notify pgrst, 'reload config'`);
    const surroundings = async (prefer: string) =>
      (await lab.ask('/rpc/surroundings', { headers: { prefer } })).body;
    await expect.poll(() => surroundings('')).toBe('Asia/Tokyo, serializable');
    expect(await surroundings('tx=rollback')).toBe('Asia/Tokyo, serializable');
    expect(await surroundings('timezone=UTC')).toBe('UTC, serializable');
    await lab.sql(`
      alter role anon reset timezone;
      alter role anon reset default_transaction_isolation;
      notify pgrst, 'reload config'`);
    await expect.poll(() => surroundings('timezone=UTC')).toBe('UTC, read committed');
  });

  it('contains the settings of the API, and refuses by name what they disable', async ({ lab }) => {
    await lab.sql(`
      alter role authenticator reset pgrst.db_aggregates_enabled;
      alter role authenticator reset pgrst.db_plan_enabled;
      alter role authenticator reset pgrst.db_tx_end;
      alter role authenticator set pgrst.db_max_rows = '2';
      notify pgrst, 'reload config'`);
    const codeOf = async (path: string, headers: Record<string, string> = {}) =>
      (await lab.ask(path, { headers })).body.code;
    await expect.poll(() => codeOf('/people?select=count()')).toBe('PGRST123');
    expect(await codeOf('/projects?select=client_id,count')).toBe('PGRST123');
    const counted = await lab.ask('/clients?select=name,projects(count)&id=eq.1');
    expect(counted.body).toEqual([{ name: 'Acme', projects: [{ count: 2 }] }]);
    expect(await codeOf('/people', { accept: 'application/vnd.pgrst.plan+json' })).toBe('PGRST107');
    expect(await codeOf('/people', { prefer: 'tx=rollback' })).toBe('PGRST122');
    expect((await lab.ask('/people?select=id&order=id')).body).toEqual([{ id: 1 }, { id: 2 }]);
    const all = await lab.ask('/people?limit=3', { headers: { prefer: 'count=exact' } });
    expect([all.status, all.headers.get('content-range')]).toEqual([206, '0-1/3']);
    const embedded = await lab.ask('/clients?select=projects(id)&limit=1&order=id');
    expect(embedded.body).toEqual([{ projects: [{ id: expect.any(Number) }, { id: expect.any(Number) }] }]);
  });
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

const statusOf = async (lab: Lab, path: string, request?: Ask) => (await lab.ask(path, request)).status;

/** Returns the answer of the other copy of the server. */
const statusOfCopy = async (path: string) => {
  const headers = { apikey: copy.publishableKey, 'accept-profile': 'lab' };
  return (await fetch(`${copy.url}/rest/v1${path}`, { headers })).status;
};
