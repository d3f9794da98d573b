import { afterAll } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type TestServer } from '../harness/servers/server.ts';
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

  it('contains the settings of roles', async ({ lab }) => {
    await lab.sql("alter role anon set statement_timeout = '100ms'; notify pgrst, 'reload config'");
    const nap = { body: { seconds: 0.5 } };
    await expect.poll(async () => (await lab.ask('/rpc/nap', nap)).body.code).toBe('57014');
    await lab.sql("alter role anon reset statement_timeout; notify pgrst, 'reload config'");
    await expect.poll(() => statusOf(lab, '/rpc/nap', nap)).toBe(204);
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

const statusOf = async (lab: Lab, path: string, request?: Ask) => (await lab.ask(path, request)).status;

/** Returns the answer of the other copy of the server. */
const statusOfCopy = async (path: string) => {
  const headers = { apikey: copy.publishableKey, 'accept-profile': 'lab' };
  return (await fetch(`${copy.url}/rest/v1${path}`, { headers })).status;
};
