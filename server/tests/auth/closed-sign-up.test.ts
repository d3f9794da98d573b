import { generateKeyPairSync } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { newSigningKey, testKeys } from '@solostead/server-testkit/servers/keys';
import { startServer } from '@solostead/server-testkit/servers/server';
import { refresh, refusals, scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

describe('a project that closes sign-up', () => {
  const password = 'quite a fine passphrase';
  scenarios(test, [
    ...refusals({ path: '/signup' }, [
      [
        'close sign-up',
        { email: freshEmail(), password },
        422,
        { error_code: 'signup_disabled', msg: 'Signups not allowed for this instance' },
      ],
      ['refuse anonymous sign-ups (contract A1.3)', {}, 422, 'signup_disabled'],
    ]),
    { title: 'make no account for a code', path: '/otp', body: { email: freshEmail() }, status: 200 },
    {
      title: 'are reported by /settings (contract A8.2)',
      path: '/settings',
      status: 200,
      body_has: {
        disable_signup: true,
        mailer_autoconfirm: false,
        saml_enabled: false,
        passkeys_enabled: false,
        external: { email: true, phone: false, anonymous_users: false, google: false },
        mfa: {
          totp: { enroll: true, verify: true },
          phone: { enroll: false, verify: false },
          webauthn: { enroll: false, verify: false, rp_id: 'localhost' },
          recovery_code: { enroll: true, verify: true },
        },
      },
    },
    {
      title: 'health names the service (contract A8.3)',
      path: '/health',
      status: 200,
      body_has: { name: 'GoTrue', version: expect.any(String), description: expect.any(String) },
    },
    {
      title: 'the keys are public, their private parts are not (contract A8.1)',
      path: '/.well-known/jwks.json',
      status: 200,
      body_has: {
        keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: testKeys.jwks[0].kid, key_ops: ['verify'] }],
      },
      lacks: [testKeys.jwks[0].d],
      after: ({ headers }) => expect(headers.get('cache-control')).toBe('public, max-age=600'),
    },
  ]);

  test('keys and health are public, the rest wants an API key', async ({ server }) => {
    const get = async (path: string): Promise<number> => (await fetch(`${server.url}/auth/v1${path}`)).status;
    expect(await get('/.well-known/jwks.json')).toBe(200);
    expect(await get('/health')).toBe(200);
    expect(await get('/settings')).toBe(401);
    expect(await get('/user')).toBe(401);
  });
});

describe('signing keys', () => {
  const rsa = {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    kid: 'rsa-1',
    key_ops: ['sign', 'verify'],
  };

  test('rotate from ES256 to RS256, and every session continues', async ({ server }) => {
    const { client } = await signedInClient(server);
    const session = (await client.getSession()).data.session!;
    const ec = testKeys.jwks[0];
    const verifying = { ...newSigningKey(), key_ops: ['verify'] };
    const env = { DATABASE_URL: server.databaseUrl, JWT_KEYS: JSON.stringify([verifying, rsa, ec]) };
    const rotated = await startServer({ env });
    onTestFinished(() => rotated.stop());
    const { access_token: as } = (await refresh(rotated, session.refresh_token)).body;
    for (const token of [session.access_token, as])
      expect(await send(rotated, { path: '/user', as: token })).toMatchObject({ status: 200 });
    const { keys } = (await send(rotated, { path: '/.well-known/jwks.json' })).body;
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([verifying.kid, 'rsa-1', ec.kid]);
    const claims = await authClient(rotated).getClaims(as);
    expect(claims.data?.header).toMatchObject({ alg: 'RS256', kid: 'rsa-1' });
    // The key that this server has not is refused there.
    expect(await send(server, { path: '/user', as })).toMatchObject({ status: 403 });
  });
});
