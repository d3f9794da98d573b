import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { OAuthError, type OAuthErrorCode } from '../kernel/errors.ts';

/** Clocks of issuers may be this far from ours. */
export const CLOCK_SKEW_SECONDS = 60;

export interface IdTokenPresented {
  readonly clientIds: readonly string[];
  /** The client's nonce. The token contains its SHA-256 in hexadecimal. */
  readonly nonce: string | null;
  readonly accessToken: string | null;
  readonly skipNonceCheck: boolean;
  /** The algorithm in the token's header. It decides the hash of `at_hash`. */
  readonly algorithm: string;
}

const invalid = (description: string, error: OAuthErrorCode = 'invalid request') =>
  new OAuthError(error, description);

/**
 * Returns why an ID token whose signature, issuer and times were found good is not meant for us or this sign-in
 * (contract A0.2 and A2.5), or null when it is.
 */
export const idTokenFault = (claims: JWTPayload, presented: IdTokenPresented): OAuthError | null =>
  audienceFault(claims, presented) ?? nonceFault(claims, presented) ?? hashFault(claims, presented);

/** OpenID Connect Core 3.1.3.7, items 3 to 5. */
function audienceFault({ aud, azp }: JWTPayload, { clientIds }: IdTokenPresented): OAuthError | null {
  const audiences = typeof aud === 'string' ? [aud] : (aud ?? []);
  const isOurs = audiences.some((audience) => clientIds.includes(audience));
  const isPartyOurs = azp === undefined || (typeof azp === 'string' && clientIds.includes(azp));
  if (isOurs && isPartyOurs) return null;
  return invalid(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
}

function nonceFault({ nonce }: JWTPayload, presented: IdTokenPresented): OAuthError | null {
  if (presented.skipNonceCheck) return null;
  const held = typeof nonce === 'string' && nonce !== '' ? nonce : null;
  if ((held === null) !== (presented.nonce === null)) {
    return invalid('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (held === null || presented.nonce === null) return null;
  const expected = createHash('sha256').update(presented.nonce).digest('hex');
  return held === expected ? null : invalid('Nonces mismatch', 'invalid nonce');
}

/** An access token that comes along must be the one the ID token was issued with (Core 3.1.3.8). */
function hashFault({ at_hash: hash }: JWTPayload, presented: IdTokenPresented): OAuthError | null {
  if (typeof hash !== 'string' || presented.accessToken === null) return null;
  const bits = /(256|384|512)$/.exec(presented.algorithm)?.[1] ?? '256';
  const digest = createHash(`sha${bits}`).update(presented.accessToken).digest();
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  return hash === expected ? null : invalid('access_token does not belong to the id_token');
}
