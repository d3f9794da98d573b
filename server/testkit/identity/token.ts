import { createPrivateKey, sign } from 'node:crypto';
import { testKeys } from '../servers/keys.ts';

const [jwk] = testKeys.jwks;
const key = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An access token as the auth service signs it, good for an hour, with `claims` put over the usual ones. */
export function signToken(claims: Readonly<Record<string, unknown>>): string {
  const now = Math.floor(Date.now() / 1000);
  const usual = { aud: 'authenticated', role: 'authenticated', iat: now, exp: now + 3600 };
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', kid: jwk.kid })}.${encode({ ...usual, ...claims })}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
