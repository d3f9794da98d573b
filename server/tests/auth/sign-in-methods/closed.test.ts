import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { sharedServer, startServer, type TestServer } from '@solostead/server-testkit/servers/server';
import { makeSolanaWallet } from '@solostead/server-testkit/identity/wallets';
import { bearerOf, recoveryOption, verified } from '@solostead/server-testkit/auth/second-factor';
import { authClient, call, signedInClient } from '@solostead/server-testkit/auth/clients';

let restricted: TestServer;
let ajar: TestServer;

beforeAll(async () => {
  [restricted, ajar] = await Promise.all([sharedServer(), startServer({ env: little.env })]);
});

afterAll(async () => {
  await ajar?.stop();
  little.remove();
});

describe('a disabled sign-in method', () => {
  it.each<[string, string, object | string | undefined, number, string]>([
    ['GET', '/authorize?provider=google', undefined, 400, 'validation_failed'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', '{', 422, 'web3_provider_disabled'],
    ['POST', '/sso', '{', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', undefined, 404, 'saml_provider_disabled'],
    ['POST', '/sso/saml/acs', {}, 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', {}, 404, 'passkey_disabled'],
    ['POST', '/otp', { phone: '+15550100' }, 400, 'phone_provider_disabled'],
    ['POST', '/token?grant_type=password', { phone: '+15550100' }, 422, 'phone_provider_disabled'],
  ])('refuses %s %s %j (contract A5.3)', async (method, path, body, status, code) => {
    const answer = await call(restricted, method, path, body);
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });

  it('refuses to link and unlink identities (contract A3.4)', async () => {
    const headers = { authorization: `Bearer ${await bearerOf((await signedInClient(restricted)).client)}` };
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=google'],
      ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ] as const) {
      const answer = await call(restricted, method, path, undefined, headers);
      expect([answer.status, answer.body['error_code']]).toEqual([404, 'manual_linking_disabled']);
    }
  });

  it.each([
    [{ factor_type: 'phone', phone: '15551234567' }, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'webauthn', friendly_name: 'key' }, 'mfa_webauthn_enroll_not_enabled'],
  ])('refuses to enrol %j', async (body, code) => {
    const bearer = await bearerOf((await signedInClient(restricted)).client);
    const answer = await call(restricted, 'POST', '/factors', body, { authorization: `Bearer ${bearer}` });
    expect([answer.status, answer.body['error_code']]).toEqual([422, code]);
  });

  it('refuses a blockchain if only the other one is enabled', async () => {
    const { status, body } = await call(ajar, 'POST', '/token?grant_type=web3', {
      chain: 'ethereum',
      message: 'x',
    });
    expect([status, body['msg']]).toEqual([422, 'Ethereum Web3 provider is disabled']);
  });

  it('creates no accounts if sign-up is closed', async () => {
    const { error } = await authClient(ajar).signInWithWeb3({
      chain: 'solana',
      wallet: makeSolanaWallet() as never,
      options: { url: ajar.url },
    });
    expect([error?.status, error?.code]).toEqual([422, 'signup_disabled']);
  });

  it('refuses all requests about recovery codes, as GET /settings reports', async () => {
    const { client } = await verified(ajar, recoveryOption);
    const { generate, regenerate, verify } = client.mfa.recoveryCodes;
    const off = (what: string) => ({ status: 422, code: `mfa_recovery_codes_${what}_not_enabled` });
    expect((await generate()).error).toMatchObject(off('enroll'));
    expect((await regenerate()).error).toMatchObject(off('enroll'));
    expect((await verify({ code: 'aaaabbbbccccdddd' })).error).toMatchObject(off('verify'));
    const { body } = await call(ajar, 'GET', '/settings');
    expect(body['mfa']).toMatchObject({ recovery_code: { enroll: false, verify: false } });
  });
});

const little = writeConfig(`[auth]
enable_signup = false
[auth.web3.solana]
enabled = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.recovery_codes]
enroll_enabled = false
verify_enabled = false
`);
