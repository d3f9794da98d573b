import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import type { JWK } from '../../configuration/jwk.ts';
import { sampleUser } from './entities/account.sample.ts';
import { accessTokenClaims } from './entities/claims.rules.ts';
import { createTokenSigner, publicKeys } from './tokens.ts';

const ec: JWK = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kty: 'EC',
  kid: 'ec-1',
  alg: 'ES256',
  key_ops: ['sign'],
};
const rsa: JWK = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kty: 'RSA',
  kid: 'rsa-1',
  alg: 'RS256',
};
const shared: JWK = { kty: 'oct', kid: 'old', alg: 'HS256', k: randomBytes(32).toString('base64url') };

const now = Math.floor(Date.now() / 1_000);
const claims = accessTokenClaims({
  user: sampleUser(),
  sessionId: 's1',
  aal: 'aal1',
  amr: [],
  issuer: 'https://lab.example/auth/v1',
  issuedAt: now,
  lifeSeconds: 60,
});

describe('public keys (contract A8.1)', () => {
  it.each([
    ['EC', ec, ['alg', 'crv', 'ext', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']],
    ['RSA', rsa, ['alg', 'e', 'ext', 'key_ops', 'kid', 'kty', 'n', 'use']],
  ])('of an %s key contain its public half only', (_, key, members) => {
    const [listed = {}] = publicKeys([key]);
    expect(Object.keys(listed).toSorted()).toEqual(members);
    expect(listed).toMatchObject({ kid: key.kid, key_ops: ['verify'], use: 'sig' });
  });

  it('never list a shared secret', () => {
    expect(publicKeys([shared])).toEqual([]);
    expect(JSON.stringify(publicKeys([shared, ec]))).not.toContain(String(shared['k']));
  });
});

describe('an access token (contract A0.11)', () => {
  it('is signed by the first key that may sign', () => {
    const retired = { ...rsa, key_ops: ['verify'] };
    expect(decodeProtectedHeader(createTokenSigner([retired, ec])(claims)).kid).toBe(ec.kid);
    expect(decodeProtectedHeader(createTokenSigner([shared, ec])(claims)).kid).toBe(shared.kid);
    expect(() => createTokenSigner([retired])).toThrow('No key');
  });

  it('signed with a shared secret is verified with it', async () => {
    const secret = Buffer.from(String(shared['k']), 'base64url');
    const { protectedHeader } = await jwtVerify(createTokenSigner([shared, ec])(claims), secret);
    expect(protectedHeader).toMatchObject({ alg: 'HS256', kid: 'old' });
  });

  it.each([
    ['EC', ec],
    ['RSA', rsa],
  ])('signed with an %s key is verified with the public keys', async (_, key) => {
    const token = createTokenSigner([key, ec])(claims);
    const { payload } = await jwtVerify(
      token,
      createLocalJWKSet({ keys: publicKeys([key]).map((each) => ({ kty: key.kty, ...each })) }),
    );
    expect(payload).toMatchObject({ session_id: 's1', aal: 'aal1', exp: now + 60 });
    expect(decodeProtectedHeader(token)).toMatchObject({ kid: key.kid, alg: key.alg });
  });
});
