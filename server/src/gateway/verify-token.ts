import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { createVerifier, TokenError } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import { jsonOrNull } from '../configuration/json-or-null.ts';
import type { Clock } from '../process/clock.ts';
import type { Keys } from '../configuration/config.ts';
import type { Claims, TokenFault } from './caller.ts';
import type { JWK } from '../configuration/jwk.ts';

type Verified =
  | { readonly claims: Claims }
  | { readonly fault: TokenFault; readonly unknownRole?: string | null };
export type VerifyToken = (token: string) => Verified;

type Check = (token: string) => Record<string, unknown>;

/** The number of cached tokens. */
const REMEMBERED = 2000;

/** The allowed clock skew of a token's issuer. */
const MAX_SKEW_MS = 30_000;

const apiRoles = ['anon', 'authenticated', 'service_role'];

/**
 * Verifies tokens synchronously, because asynchronous verification would queue behind password hashing, and caches
 * good ones until they expire. Each key works with the one algorithm it was made for. A token without a known key id
 * is verified with the shared secret, if there is one, as HS256. `moreRoles` are further database roles that tokens
 * may name.
 */
export function tokenVerifier(keys: Keys, clock: Clock, moreRoles: readonly string[] = []): VerifyToken {
  const roles: readonly unknown[] = [...apiRoles, ...moreRoles];
  const checks = new Map(keys.jwks.map((key) => [key.kid, checkWith(key)]));
  const legacy = keys.jwtSecret ? hs256(keys.jwtSecret) : null;
  const good = new LRUCache<string, Claims>({ max: REMEMBERED });

  return (token) => {
    const known = good.get(token);
    if (known && !isPast(known.exp, clock)) return { claims: known };
    good.delete(token);
    const verified = verify(token);
    if ('claims' in verified) good.set(token, verified.claims);
    return verified;
  };

  function verify(token: string): Verified {
    const header = readHeader(token);
    if (!header) return { fault: 'malformed' };
    const check = typeof header.kid === 'string' ? (checks.get(header.kid) ?? legacy) : legacy;
    if (!check) return { fault: 'bad-signature' };
    let payload: Record<string, unknown>;
    try {
      payload = check(token);
    } catch (error) {
      return { fault: faultOf(error) };
    }
    const fault = faultOfClaims(payload, clock);
    if (fault) return { fault };
    // PostgREST treats a token without a role as an anonymous caller.
    const { role = 'anon' } = payload;
    if (!roles.includes(role))
      return { fault: 'unknown-role', unknownRole: typeof role === 'string' ? role : null };
    return { claims: { ...payload, role } as unknown as Claims };
  }
}

const isText = (value: unknown) => typeof value === 'string';

/** Null counts as no claim, as in PostgREST. */
const isTime = (claim: unknown) => (claim ?? null) === null || typeof claim === 'number';

/** Returns the first fault of the claims that PostgREST checks (RFC 7519, section 4.1), in its order, or null. */
function faultOfClaims({ exp, nbf, iat, aud }: Record<string, unknown>, clock: Clock): TokenFault | null {
  if (!isTime(exp)) return 'wrong-exp';
  if (isPast(exp, clock)) return 'expired';
  if (!isTime(nbf)) return 'wrong-nbf';
  if (isFuture(nbf, clock)) return 'not-yet-valid';
  if (!isTime(iat)) return 'wrong-iat';
  if (isFuture(iat, clock, MAX_SKEW_MS)) return 'issued-later';
  const isAudience = (aud ?? null) === null || isText(aud) || (Array.isArray(aud) && aud.every(isText));
  return isAudience ? null : 'wrong-aud';
}

function readHeader(token: string): Record<string, unknown> | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  const header = jsonOrNull(Buffer.from(parts[0]!, 'base64url').toString());
  return typeof header === 'object' ? (header as Record<string, unknown> | null) : null;
}

// The code above checks times by the given clock. The library checks signatures.
const untimed = { ignoreExpiration: true, ignoreNotBefore: true, cache: false } as const;

function checkWith(key: JWK): Check {
  if (key.alg === 'HS256') return hs256(Buffer.from(String(key.k), 'base64url'));
  const { d: _private, ...publicPart } = key;
  const pem = createPublicKey({ key: publicPart as JsonWebKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
  return createVerifier({ ...untimed, key: pem, algorithms: [key.alg] }) as Check;
}

const hs256 = (secret: string | Buffer): Check =>
  createVerifier({ ...untimed, key: secret, algorithms: ['HS256'] }) as Check;

function faultOf(error: unknown): TokenFault {
  const code = (error as { code?: string }).code;
  const isSignature =
    code === TokenError.codes.invalidSignature ||
    code === TokenError.codes.invalidAlgorithm ||
    code === TokenError.codes.missingSignature;
  return isSignature ? 'bad-signature' : 'malformed';
}

const isFuture = (time: unknown, clock: Clock, skewMs = 0): boolean =>
  typeof time === 'number' && time * 1000 > clock.now() + skewMs;

const isPast = (exp: unknown, clock: Clock): boolean => typeof exp === 'number' && exp * 1000 <= clock.now();
