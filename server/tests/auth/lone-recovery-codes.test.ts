import { holdRows, lockWaits } from '../harness/databases/held-rows.ts';
import { bearerOf, recoveryOption, verified } from '../harness/auth/second-factor.ts';
import { send } from '../harness/auth/scenario.ts';
import { expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

test('recovery codes are deleted when the last two other factors are removed at once (contract A4.8)', async ({
  server,
}) => {
  const { client, factorId, user } = await verified(server, recoveryOption);
  const { error } = await client.mfa.recoveryCodes.generate();
  expect(error).toBeNull();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
  await server.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [data!.id]);
  const as = await bearerOf(client);
  const holder = await holdRequests(server);
  const removals = [factorId, data!.id].map((id) =>
    send(server, { method: 'DELETE', path: `/factors/${id}`, as }),
  );
  await lockWaits(server, 2);
  await holder.query('commit');
  expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await server.sql('select id from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
});

test('no recovery codes are created while the last other factor is removed', async ({ server }) => {
  const { client, factorId, user } = await verified(server, recoveryOption);
  const as = await bearerOf(client);
  const holder = await holdRequests(server);
  const removal = send(server, { method: 'DELETE', path: `/factors/${factorId}`, as });
  await lockWaits(server);
  const made = send(server, { method: 'POST', path: '/factors/recovery-codes', as });
  await lockWaits(server, 2);
  await holder.query('commit');
  expect((await removal).status).toBe(200);
  expect((await made).status).toBe(422);
  expect(await server.sql('select id from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
});

/** Holds requests at their entry in the audit log, which is the last they write. */
const holdRequests = (server: TestServer) =>
  holdRows(server, 'lock table auth.audit_log_entries in share mode');
