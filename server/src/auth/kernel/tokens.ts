import { createPrivateKey } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { type JWK, maySign } from '../../configuration/jwk.ts';
import type { AccessTokenClaims } from './entities/claims.rules.ts';

/** Signs an access token. The header names the key (`kid`). */
export type SignToken = (claims: AccessTokenClaims) => string;

/** Signs with the first configured key that may sign by its `key_ops` (contract A0.11, RFC 7517 section 4.3). */
export function createTokenSigner(keys: readonly JWK[]): SignToken {
  const key = keys.find(maySign);
  if (!key) throw new Error('No key to sign access tokens with.');
  const sign = createSigner({ algorithm: key.alg, kid: key.kid, key: signingMaterial(key) });
  return (claims) => sign({ ...claims });
}

function signingMaterial(key: JWK): string | Buffer {
  if (key.kty === 'oct') return Buffer.from(String(key['k']), 'base64url');
  const { key_ops: _, ...jwk } = key;
  return createPrivateKey({ key: { ...jwk }, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

const publicParts = ['kty', 'kid', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const;

/** Returns the public part of our keys (RFC 7517). Shared secrets are never listed. */
export function publicKeys(keys: readonly JWK[]): Record<string, unknown>[] {
  return keys
    .filter((key) => key.kty !== 'oct')
    .map((key) => ({
      ...Object.fromEntries(publicParts.filter((part) => part in key).map((part) => [part, key[part]])),
      key_ops: ['verify'],
      use: 'sig',
      ext: true,
    }));
}
