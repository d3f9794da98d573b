import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto';

/** A JSON Web Key (RFC 7517) of the kinds we sign or verify with, ES256, RS256 and HS256. */
export interface JWK {
  readonly kty: 'EC' | 'RSA' | 'oct';
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256' | 'HS256';
  readonly key_ops?: readonly string[];
  readonly [parameter: string]: unknown;
}

/** Returns true if the public part verifies signatures of the private part. A shared secret has one part only. */
export function isWhole(key: JWK): boolean {
  if (key.kty === 'oct') return true;
  // The public members. Only a signature shows that the two halves of a pair come from different keys.
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, key_ops: _ops, ...publicPart } = key;
  const probe = Buffer.from('probe');
  try {
    const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' });
    const publicKey = createPublicKey({ key: publicPart as JsonWebKey, format: 'jwk' });
    return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey));
  } catch {
    return false;
  }
}

/** Returns true if a key may sign by its `key_ops`. Without that member it may do anything (RFC 7517, 4.3). */
export function maySign(key: Readonly<Record<string, unknown>>): boolean {
  const uses = key['key_ops'];
  return uses === undefined || (Array.isArray(uses) && uses.includes('sign'));
}
