import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { bearerOf, putCodes, recoveryOption, verified } from '@solostead/server-testkit/auth/second-factor';
import { send } from '@solostead/server-testkit/auth/scenario';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { totp } from '@solostead/server-testkit/identity/totp';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('two sessions that prove a second factor at once', () => {
  test.for(['an authenticator’s code', 'another recovery code'])(
    'with a recovery code and %s raise the first session and end the other',
    async (which, { server }) => {
      const { client, codes, elsewhere, factorId, secret, user } = await besieged(server);
      const [one, other] = elsewhere as [(typeof elsewhere)[0], (typeof elsewhere)[0]];
      const { data: challenge } = await other.client.mfa.challenge({ factorId });
      const body = { challenge_id: challenge!.id, code: totp(secret, 1) };
      const session = 'select from auth.sessions where user_id = $1 for update';
      const holder = await holdRows(server, session, [user.id]);
      const answers = [send(server, { path: VERIFY, as: one.as, body: { code: codes[0]! } })];
      await lockWaits(server);
      answers.push(
        which === 'another recovery code'
          ? send(server, { path: VERIFY, as: other.as, body: { code: codes[1]! } })
          : send(server, { path: `/factors/${factorId}/verify`, as: other.as, body }),
      );
      await lockWaits(server, 2);
      await holder.query('commit');
      const [first, second] = await Promise.all(answers);
      expect([first!.status, second!.status, second!.body['error_code']]).toEqual([
        200,
        403,
        'session_not_found',
      ]);
      expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
    },
  );
});

describe('recovery codes, while the last other factor is removed,', () => {
  test('are deleted when the last two others are removed at once (contract A4.8)', async ({ server }) => {
    const { client, factorId, user } = await verified(server, recoveryOption);
    await putCodes(server, user.id);
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

  test('are not created while the last other factor is removed', async ({ server }) => {
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
});

const VERIFY = '/factors/recovery-codes/verify';

/** Holds requests at their entry in the audit log, which is the last they write. */
const holdRequests = (server: TestServer) =>
  holdRows(server, 'lock table auth.audit_log_entries in share mode');

/** Creates a person at aal2 with codes, and tokens of two further sessions at aal1. */
async function besieged(server: TestServer) {
  const person = await verified(server, recoveryOption);
  const { codes } = await putCodes(server, person.user.id);
  const elsewhere = [];
  for (let count = 0; count < 2; count += 1) {
    const client = authClient(server, recoveryOption);
    await client.signInWithPassword({ email: person.user.email!, password: person.password });
    elsewhere.push({ client, as: await bearerOf(client) });
  }
  return { ...person, codes, elsewhere };
}
