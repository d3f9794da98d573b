import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { idTokenFault, type IdTokenPresented } from './id-token.rules.ts';

const hashed = createHash('sha256').update('raw').digest('hex');
/** The left half of an access token's hash (OpenID Connect Core 3.1.3.8). */
const atHash = (algorithm: string, bytes: number) =>
  createHash(algorithm).update('access').digest().subarray(0, bytes).toString('base64url');
const half = atHash('sha256', 16);

describe('an ID token (contract A2.5)', () => {
  const presented: IdTokenPresented = {
    clientIds: ['web', 'phone'],
    nonce: null,
    accessToken: null,
    skipNonceCheck: false,
    algorithm: 'RS256',
  };

  it.each([
    [{ aud: 'web' }, {}],
    [{ aud: 'phone' }, {}],
    [{ aud: ['web', 'other'], azp: 'web' }, {}],
    [{ aud: 'web', azp: 'phone' }, {}],
    [{ aud: 'web', nonce: '' }, {}],
    [{ aud: 'web', nonce: hashed }, { nonce: 'raw' }],
    [{ aud: 'web', nonce: 'anything' }, { skipNonceCheck: true }],
    [{ aud: 'web' }, { nonce: 'raw', skipNonceCheck: true }],
    [{ aud: 'web', at_hash: half }, { accessToken: 'access' }],
    [{ aud: 'web', at_hash: half }, {}],
    [{ aud: 'web' }, { accessToken: 'access' }],
    [
      { aud: 'web', at_hash: half },
      { accessToken: 'access', algorithm: 'EdDSA' },
    ],
    [
      { aud: 'web', at_hash: atHash('sha384', 24) },
      { accessToken: 'access', algorithm: 'ES384' },
    ],
    [
      { aud: 'web', at_hash: atHash('sha512', 32) },
      { accessToken: 'access', algorithm: 'PS512' },
    ],
  ])('with %j is accepted for %j', (claims, change) => {
    expect(idTokenFault(claims, { ...presented, ...change })).toBeNull();
  });

  const oneNonce = 'Passed nonce and nonce in id_token should either both exist or not.';
  const otherToken = 'access_token does not belong to the id_token';

  it.each([
    [{}, {}, 'invalid request', 'Unacceptable audience in id_token: []'],
    [{ aud: 'other' }, {}, 'invalid request', 'Unacceptable audience in id_token: [other]'],
    [{ aud: ['a', 'b'] }, {}, 'invalid request', 'Unacceptable audience in id_token: [a b]'],
    [{ aud: 'other', azp: 'web' }, {}, 'invalid request', 'Unacceptable audience in id_token: [other]'],
    [{ aud: 'web', azp: 'other' }, {}, 'invalid request', 'Unacceptable audience in id_token: [web]'],
    [{ aud: 'web', azp: ['web'] }, {}, 'invalid request', 'Unacceptable audience in id_token: [web]'],
    [{ aud: 'web', nonce: hashed }, {}, 'invalid request', oneNonce],
    [{ aud: 'web' }, { nonce: 'raw' }, 'invalid request', oneNonce],
    [{ aud: 'web', nonce: 7 }, { nonce: '7' }, 'invalid request', oneNonce],
    [{ aud: 'web', nonce: 'raw' }, { nonce: 'raw' }, 'invalid nonce', 'Nonces mismatch'],
    [{ aud: 'web', at_hash: half }, { accessToken: 'stolen' }, 'invalid request', otherToken],
    [
      { aud: 'web', at_hash: half },
      { accessToken: 'access', algorithm: 'RS512' },
      'invalid request',
      otherToken,
    ],
  ])('with %j is refused for %j: %s', (claims, change, error, description) => {
    expect(idTokenFault(claims, { ...presented, ...change })).toMatchObject({ error, message: description });
  });
});
