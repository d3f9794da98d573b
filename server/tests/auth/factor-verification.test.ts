import { mailTo } from '../harness/auth/mailbox.ts';
import { send } from '../harness/auth/scenario.ts';
import { totp } from '../harness/identity/totp.ts';
import { signInElsewhere } from '../harness/auth/clients.ts';
import { bearerOf, enrolled } from '../harness/auth/second-factor.ts';
import { describe, expect, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

describe('POST /factors/{id}/verify', () => {
  test('raises the session to aal2, ends the others and notifies the holder (contract A0.11 and A4.3)', async ({
    server,
  }) => {
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

  test('keeps the challenge valid after a wrong code', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    const challengeId = data!.id;
    const wrong = await client.mfa.verify({ factorId, challengeId, code: '000000' });
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
    expect((await client.mfa.verify({ factorId, challengeId, code: totp(secret) })).error).toBeNull();
  });

  test('accepts a code once (contract A4.4)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const code = totp(secret);
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe(
      'mfa_verification_failed',
    );
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

  test.for([
    ['no code', { code: '' }, 400, 'validation_failed'],
    [
      'an unknown challenge',
      { challenge_id: crypto.randomUUID(), code: '123456' },
      422,
      'mfa_factor_not_found',
    ],
    ['an invalid challenge id', { challenge_id: 'x', code: '123456' }, 422, 'mfa_factor_not_found'],
  ])('refuses %s', async ([_what, body, status, error_code], { server }) => {
    const { client, factorId } = await enrolled(server);
    const as = await bearerOf(client);
    const answer = await send(server, { path: `/factors/${factorId}/verify`, as, body });
    expect(answer).toMatchObject({ status, body: { error_code } });
  });

  test('refuses a challenge after five minutes (contract A4.2)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    await server.sql(
      `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
      [data!.id],
    );
    const late = await client.mfa.verify({ factorId, challengeId: data!.id, code: totp(secret) });
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  test('refuses a factor that was begun before another one was verified (contract A4.3)', async ({
    server,
  }) => {
    const { client, user, factorId, secret } = await enrolled(server);
    await server.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Verified elsewhere', 'phone', 'verified', '15550100', now(), now())`,
      [user.id],
    );
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  });

  test('refuses a challenge that another IP address requested (contract A4.2)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    await server.sql(`update auth.mfa_challenges set ip_address = '192.0.2.7' where id = $1`, [data!.id]);
    const moved = await client.mfa.verify({ factorId, challengeId: data!.id, code: totp(secret) });
    expect(moved.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  });
});
