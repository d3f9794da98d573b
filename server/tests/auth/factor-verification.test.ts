import { mailTo } from '@solostead/server-testkit/auth/mailbox';
import { send } from '@solostead/server-testkit/auth/scenario';
import { totp } from '@solostead/server-testkit/identity/totp';
import { signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { bearerOf, enrolled } from '@solostead/server-testkit/auth/second-factor';
import { describe, expect, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('POST /factors/{id}/verify', () => {
  test('raises the session to aal2, and ends the others (contract A4.3)', async ({ server }) => {
    const { client, user, password, factorId, secret } = await enrolled(server);
    const elsewhere = await signInElsewhere(server, { user, password });
    const before = (await client.getSession()).data.session!;
    const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(error).toBeNull();
    expect(data!.refresh_token).not.toBe(before.refresh_token);
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(
      level!.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ).toEqual(['totp', 'password']);
    expect(data!.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.refreshSession()).error).toBeNull();
    const after = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data?.currentLevel).toBe('aal2');
    expect((await mailTo(server, user.email!)).subject).toBe('A second factor was added');
  });

  test('keeps the challenge, and accepts a code once (contract A4.4)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    const verify = async (code: string, challengeId = data!.id) =>
      (await client.mfa.verify({ factorId, challengeId, code })).error;
    const refusal = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' };
    expect(await verify('000000')).toMatchObject(refusal);
    const code = totp(secret);
    expect(await verify(code)).toBeNull();
    const { data: next } = await client.mfa.challenge({ factorId });
    expect(await verify(code, next!.id)).toMatchObject(refusal);
  });

  test('accepts a code once of 50 parallel uses', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    const as = await bearerOf(client);
    const body = { challenge_id: data!.id, code: totp(secret) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(server, { path: `/factors/${factorId}/verify`, as, body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
  });

  test('refuses a challenge unknown, of another IP or late (contract A4.2)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const challengeId = (await client.mfa.challenge({ factorId })).data!.id;
    const verify = async (id: string) =>
      (await client.mfa.verify({ factorId, challengeId: id, code: totp(secret) })).error;
    const change = (set: string) =>
      server.sql(`update auth.mfa_challenges set ${set} where id = $1`, [challengeId]);
    expect(await verify(crypto.randomUUID())).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    await change(`ip_address = '192.0.2.7'`);
    expect(await verify(challengeId)).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
    await change(`ip_address = '127.0.0.1', created_at = now() - interval '301 seconds'`);
    expect(await verify(challengeId)).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  test('refuses a factor begun before another was verified (contract A4.3)', async ({ server }) => {
    const { client, user, factorId, secret } = await enrolled(server);
    await server.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Verified elsewhere', 'phone', 'verified', '15550100', now(), now())`,
      [user.id],
    );
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  });
});
