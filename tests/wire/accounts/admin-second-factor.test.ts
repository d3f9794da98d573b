import type { GoTrueClient } from '@supabase/auth-js';
import { authClient } from '../../../server/tests/harness/auth/clients.ts';
import { bearerOf } from '../../../server/tests/harness/auth/second-factor.ts';
import { totp } from '../../../server/tests/harness/identity/totp.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';

describe('an admin with a second factor', () => {
  test('has no admin rights in the database before proving it', async ({ server }) => {
    const email = 'careful@example.org';
    const { password } = await server.addAdmin(email);
    const isAdmin = async (client: GoTrueClient): Promise<unknown> => {
      const response = await fetch(`${server.url}/rest/v1/rpc/is_admin`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${await bearerOf(client)}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      return response.json();
    };
    const client = authClient(server);
    await client.signInWithPassword({ email, password });
    expect(await isAdmin(client)).toBe(true);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const factorId = data!.id;
    await client.mfa.challengeAndVerify({ factorId, code: totp(data!.totp!.secret) });
    expect(await isAdmin(client)).toBe(true);
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email, password });
    expect(await isAdmin(elsewhere)).toBe(false);
  });
});
