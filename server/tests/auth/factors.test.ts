import { mailTo } from '@solostead/server-testkit/auth/mailbox';
import { send } from '@solostead/server-testkit/auth/scenario';
import { authClient, signedInClient, signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { bearerOf, enrolled, verified } from '@solostead/server-testkit/auth/second-factor';
import { describe, expect, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('POST /factors (contract A4.1)', () => {
  test('returns a QR code, an otpauth URL and a secret, once (contract A0.12)', async ({ server }) => {
    const { client, factorId, totp: facts, user } = await enrolled(server);
    expect(facts.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*$/);
    const uri = new URL(facts.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect(uri.searchParams.get('secret')).toBe(facts.secret);
    const { data } = await client.getUser();
    expect(data.user?.factors).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(data)).not.toContain(facts.secret);
  });

  test('refuses an unknown kind and a name that is taken', async ({ server }) => {
    const as = await bearerOf((await enrolled(server)).client);
    for (const [body, status, refusal] of [
      [{ factor_type: 'smoke' }, 400, { msg: 'factor_type needs to be totp, phone, or webauthn' }],
      [{ factor_type: 'totp', friendly_name: 'phone' }, 422, { error_code: 'mfa_factor_name_conflict' }],
    ] as const)
      expect(await send(server, { path: '/factors', as, body })).toMatchObject({ status, body: refusal });
  });

  test('requires the existing factor from a session at aal1', async ({ server }) => {
    const elsewhere = await signInElsewhere(server, await verified(server));
    const { error } = await elsewhere.mfa.enroll({ factorType: 'totp', friendlyName: 'second' });
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  });

  test('refuses anonymous accounts', async ({ server }) => {
    const client = authClient(server);
    await client.signInAnonymously();
    const { error } = await client.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
    const as = await bearerOf(client);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await send(server, { method, path: '/factors/recovery-codes', as })).toMatchObject({
        status: 403,
        body: { error_code: 'no_authorization' },
      });
  });
});

describe('POST /factors/{id}/challenge (contract A4.2)', () => {
  test('opens a challenge for five minutes', async ({ server }) => {
    const { client, factorId } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp' });
    expect(Math.abs(data!.expires_at - Date.now() / 1_000 - 300)).toBeLessThan(10);
  });

  test('does not find another user’s factor', async ({ server }) => {
    const { factorId } = await enrolled(server);
    const as = await bearerOf((await signedInClient(server)).client);
    for (const [id, error_code] of [
      [factorId, 'mfa_factor_not_found'],
      ['x', 'validation_failed'],
    ]) {
      const answer = await send(server, { path: `/factors/${id}/challenge`, as, body: {} });
      expect(answer).toMatchObject({ status: 404, body: { error_code } });
    }
  });
});

describe('DELETE /factors/{id}', () => {
  test('requires aal2 to remove a verified factor (contract A4.5)', async ({ server }) => {
    const person = await verified(server);
    const { client, user, factorId } = person;
    const elsewhere = await signInElsewhere(server, person);
    expect((await elsewhere.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.refreshSession();
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await mailTo(server, user.email!, 2)).subject).toBe('A second factor was removed');
  });
});
