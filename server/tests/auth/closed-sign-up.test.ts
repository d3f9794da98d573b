import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { makeTestFolder } from '../harness/databases/fresh-data.ts';
import { testKeys } from '../harness/servers/keys.ts';
import { putMigratedData, startServer } from '../harness/servers/server.ts';
import { refusals, scenarios, send } from '../harness/auth/scenario.ts';
import { authClient, freshEmail, signedInClient } from '../harness/auth/clients.ts';
import { describe, expect, test } from '../harness/fixtures.ts';

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
  const shared = {
    kty: 'oct',
    k: randomBytes(32).toString('base64url'),
    alg: 'HS256',
    kid: 'hs-1',
    key_ops: ['sign', 'verify'],
  };
  const algorithmOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).alg;

  test('rotate from ES256 to RS256 to HS256 and every session continues', async () => {
    const dataDir = makeTestFolder('solostead-keys-');
    await putMigratedData(dataDir);
    const start = (keys: readonly object[]) =>
      startServer({ dataDir, env: { JWT_KEYS: JSON.stringify(keys) } });
    const ec = testKeys.jwks[0];
    const tokens: string[] = [];
    let refreshToken = '';
    let current = await start([ec]);
    const { client } = await signedInClient(current);
    const session = (await client.getSession()).data.session!;
    tokens.push(session.access_token);
    refreshToken = session.refresh_token;
    for (const keys of [
      [rsa, ec],
      [shared, rsa, ec],
    ]) {
      await current.stop();
      current = await start(keys);
      for (const token of tokens) {
        expect(await send(current, { path: '/user', as: token })).toMatchObject({ status: 200 });
      }
      const { body } = await send(current, {
        path: '/token?grant_type=refresh_token',
        body: { refresh_token: refreshToken },
      });
      tokens.push(body['access_token']);
      refreshToken = body['refresh_token'];
    }
    expect(tokens.map(algorithmOf)).toEqual(['ES256', 'RS256', 'HS256']);
    const { body } = await send(current, { path: '/.well-known/jwks.json' });
    expect(body['keys'].map(({ kid }: { kid: string }) => kid)).toEqual(['rsa-1', ec.kid]);
    const verified = await authClient(current).getClaims(tokens[1]);
    expect(verified.data?.header.alg).toBe('RS256');
    await current.stop();
    current = await start([shared]);
    expect(await send(current, { path: '/user', as: tokens[0] })).toMatchObject({ status: 403 });
    await current.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
