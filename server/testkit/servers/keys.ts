import { generateKeyPairSync } from 'node:crypto';

/** Fixed keys of all servers under test, so that one build of the site fits them all. They open nothing else. */
export const testKeys = {
  publishable: 'sb_publishable_for_tests_only',
  secret: 'sb_secret_for_tests_only_0123456789abcdef',
  jwks: [
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      kid: '00000000-0000-4000-8000-000000000001',
      use: 'sig',
      key_ops: ['sign', 'verify'],
      x: 'AEqjFaTkMO2msaqKOHMafKynYA09XNHL73gm9sKytbc',
      y: 'AALiBZBzcDxmgEH_YzxsivMsZJdg-_rKrghZy97tcKY',
      d: 'NCgGuwGjR3oDjSZMNhQ7S5WZg2TSfFhBcOm7jpZDsq8',
    },
  ],
} as const;

/** A key that signs tokens, made at the moment, as an entry of `JWT_KEYS`. */
export function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', kid: crypto.randomUUID(), x, y, d };
}

/**
 * The password of test accounts with its bcrypt hash at the lowest cost, as a moved account may have one
 * (`password_hash` of the contract). Creating it and signing in take two milliseconds instead of 120.
 */
export const knownPassword = {
  password: 'pass-of-every-admin-under-test',
  hash: '$2a$04$BKC1VimZkpXfSzXDkOyUueBWWsPevs.h4G60BNf39fIpQm5W4oVPS',
} as const;
