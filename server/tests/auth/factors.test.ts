import { mailTo } from '../harness/auth/mailbox.ts';
import { scenarios, send } from '../harness/auth/scenario.ts';
import { authClient, signedInClient, signInElsewhere } from '../harness/auth/clients.ts';
import { bearerOf, enrolled, verified } from '../harness/auth/second-factor.ts';
import { describe, expect, testSharing, type TestServer } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

describe('POST /factors (contract A4.1)', () => {
  test('returns a QR code, a secret and an otpauth URL', async ({ server }) => {
    const { totp: facts, user } = await enrolled(server);
    expect(facts.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*$/);
    const uri = new URL(facts.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect(uri.searchParams.get('secret')).toBe(facts.secret);
    expect(facts.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('shows an unverified factor without its secret (contract A0.12)', async ({ server }) => {
    const { client, factorId, secret } = await enrolled(server);
    const { data } = await client.getUser();
    expect(data.user?.factors).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  const unauthenticated = { status: 401, body_has: { error_code: 'no_authorization' } };
  scenarios(test, [
    { title: 'wants a bearer', path: '/factors', body: { factor_type: 'totp' }, ...unauthenticated },
    {
      title: 'wants a bearer for a challenge, whatever the id',
      path: '/factors/x/challenge',
      body: {},
      ...unauthenticated,
    },
    {
      title: 'wants a bearer to verify, whatever the id',
      path: '/factors/x/verify',
      body: {},
      ...unauthenticated,
    },
    {
      title: 'wants a bearer to unenrol, whatever the id',
      method: 'DELETE',
      path: '/factors/x',
      ...unauthenticated,
    },
    ...[
      {
        title: 'accepts three kinds',
        body: { factor_type: 'smoke' },
        status: 400,
        body_has: { msg: 'factor_type needs to be totp, phone, or webauthn' },
      },
      {
        title: 'refuses phones while they are off',
        body: { factor_type: 'phone', phone: '15551234567' },
        status: 422,
        body_has: { error_code: 'mfa_phone_enroll_not_enabled' },
      },
      {
        title: 'refuses keys while they are off',
        body: { factor_type: 'webauthn', friendly_name: 'key' },
        status: 422,
        body_has: { error_code: 'mfa_webauthn_enroll_not_enabled' },
      },
    ].map(({ title, ...rest }) => ({
      title,
      of: async ({ server }: { server: TestServer }) => {
        const { client } = await signedInClient(server);
        return { path: '/factors', as: await bearerOf(client), ...rest };
      },
    })),
    ...[
      { title: 'refuses a name that is taken', name: 'same', body: { friendly_name: 'same' } },
      { title: 'treats an empty name as a name', name: '', body: {} },
    ].map(({ title, name, body }) => ({
      title,
      of: async ({ server }: { server: TestServer }) => ({
        path: '/factors',
        as: await bearerOf((await enrolled(server, name)).client),
        body: { factor_type: 'totp', ...body },
        status: 422,
        body_has: { error_code: 'mfa_factor_name_conflict' },
      }),
    })),
    {
      title: 'requires the existing factor from a session at aal1',
      of: async ({ server }) => {
        const elsewhere = await signInElsewhere(server, await verified(server));
        return {
          path: '/factors',
          as: await bearerOf(elsewhere),
          body: { factor_type: 'totp', friendly_name: 'second' },
          status: 403,
          body_has: { error_code: 'insufficient_aal' },
        };
      },
    },
    {
      title: 'refuses anonymous accounts',
      of: async ({ server }) => {
        const client = authClient(server);
        await client.signInAnonymously();
        return {
          path: '/factors',
          as: await bearerOf(client),
          body: { factor_type: 'totp' },
          status: 403,
          body_has: { error_code: 'no_authorization' },
        };
      },
    },
  ]);
});

describe('POST /factors/{id}/challenge (contract A4.2)', () => {
  test('opens a challenge for five minutes', async ({ server }) => {
    const { client, factorId } = await enrolled(server);
    const { data } = await client.mfa.challenge({ factorId });
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp' });
    expect(Math.abs(data!.expires_at - Date.now() / 1_000 - 300)).toBeLessThan(10);
  });

  test.for([
    ['an invalid id', 'x', { error_code: 'validation_failed', msg: 'factor_id must be an UUID' }],
    [
      'an unknown factor',
      crypto.randomUUID(),
      { error_code: 'mfa_factor_not_found', msg: 'Factor not found' },
    ],
  ])('answers 404 for %s', async ([_what, id, body], { server }) => {
    const { client } = await signedInClient(server);
    const answer = await send(server, {
      path: `/factors/${id}/challenge`,
      as: await bearerOf(client),
      body: {},
    });
    expect(answer).toMatchObject({ status: 404, body });
  });

  test('does not find another user’s factor', async ({ server }) => {
    const { factorId } = await enrolled(server);
    const { client } = await signedInClient(server);
    expect((await client.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('DELETE /factors/{id}', () => {
  test('requires aal2 to remove a verified factor (contract A4.5)', async ({ server }) => {
    const person = await verified(server);
    const elsewhere = await signInElsewhere(server, person);
    const { factorId } = person;
    expect((await elsewhere.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    });
  });

  test('removes it, returns the session to aal1 and notifies the holder', async ({ server }) => {
    const { client, user, factorId } = await verified(server);
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.refreshSession();
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await mailTo(server, user.email!, 2)).subject).toBe('A second factor was removed');
  });
});
