import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../harness/servers/server.ts';
import { bearerOf, recoveryOption, verified } from '../harness/auth/second-factor.ts';
import { send } from '../harness/auth/scenario.ts';

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer({ env: { SUPABASE_CONFIG: 'open.toml' } });
});
afterAll(() => server.stop());

/** Holds requests at their entry in the audit log, which is the last they write, until it is called. */
async function holdRequests(): Promise<() => Promise<void>> {
  const holder = new pg.Client(server.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table auth.audit_log_entries in share mode');
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

/** Waits until this many requests wait for another. */
const waiting = (count: number) =>
  expect
    .poll(
      async () =>
        (
          await server.sql(
            `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length,
      { timeout: 10_000 },
    )
    .toBe(count);

test('recovery codes are deleted when the last two other factors are removed at once (contract A4.8)', async () => {
  const { client, factorId, user } = await verified(server, recoveryOption);
  const { error } = await client.mfa.recoveryCodes.generate();
  expect(error).toBeNull();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
  await server.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [data!.id]);
  const as = await bearerOf(client);
  const release = await holdRequests();
  const removals = [factorId, data!.id].map((id) =>
    send(server, { method: 'DELETE', path: `/factors/${id}`, as }),
  );
  await waiting(2);
  await release();
  expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await server.sql('select id from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
});

test('no recovery codes are created while the last other factor is removed', async () => {
  const { client, factorId, user } = await verified(server, recoveryOption);
  const as = await bearerOf(client);
  const release = await holdRequests();
  const removal = send(server, { method: 'DELETE', path: `/factors/${factorId}`, as });
  await waiting(1);
  const made = send(server, { method: 'POST', path: '/factors/recovery-codes', as });
  await waiting(2);
  await release();
  expect((await removal).status).toBe(200);
  expect((await made).status).toBe(422);
  expect(await server.sql('select id from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
});
