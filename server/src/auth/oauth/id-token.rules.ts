import { createHash } from 'node:crypto';

/** The claims our rules read of an ID token whose signature, issuer and times were found good. */
export interface IdTokenClaims {
  readonly aud?: string | readonly string[];
  readonly azp?: unknown;
  readonly nonce?: unknown;
  readonly at_hash?: unknown;
}

export interface IdTokenPresented {
  readonly clientIds: readonly string[];
  /** The client's nonce. The token contains its SHA-256 in hexadecimal. */
  readonly nonce: string | null;
  readonly accessToken: string | null;
  readonly skipNonceCheck: boolean;
  /** The algorithm in the token's header. It decides the hash of `at_hash`. */
  readonly algorithm: string;
}

/** An OAuth error and its description (contract A0.2 and A2.5). */
export interface IdTokenFault {
  readonly error: string;
  readonly description: string;
}

const invalid = (description: string, error = 'invalid request'): IdTokenFault => ({ error, description });

/** Returns why a genuine ID token is not meant for us or this sign-in, or null when it is. */
export const idTokenFault = (claims: IdTokenClaims, presented: IdTokenPresented): IdTokenFault | null =>
  audienceFault(claims, presented) ?? nonceFault(claims, presented) ?? hashFault(claims, presented);

/** OpenID Connect Core 3.1.3.7, items 3 to 5. */
function audienceFault({ aud, azp }: IdTokenClaims, { clientIds }: IdTokenPresented): IdTokenFault | null {
  const audiences = typeof aud === 'string' ? [aud] : (aud ?? []);
  const isOurs = audiences.some((audience) => clientIds.includes(audience));
  const isPartyOurs = azp === undefined || (typeof azp === 'string' && clientIds.includes(azp));
  if (isOurs && isPartyOurs) return null;
  return invalid(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
}

function nonceFault(claims: IdTokenClaims, presented: IdTokenPresented): IdTokenFault | null {
  if (presented.skipNonceCheck) return null;
  const held = typeof claims.nonce === 'string' && claims.nonce !== '' ? claims.nonce : null;
  if ((held === null) !== (presented.nonce === null)) {
    return invalid('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (held === null || presented.nonce === null) return null;
  const expected = createHash('sha256').update(presented.nonce).digest('hex');
  return held === expected ? null : invalid('Nonces mismatch', 'invalid nonce');
}

/** An access token that comes along must be the one the ID token was issued with (Core 3.1.3.8). */
function hashFault({ at_hash: hash }: IdTokenClaims, presented: IdTokenPresented): IdTokenFault | null {
  if (typeof hash !== 'string' || presented.accessToken === null) return null;
  const bits = /(256|384|512)$/.exec(presented.algorithm)?.[1] ?? '256';
  const digest = createHash(`sha${bits}`).update(presented.accessToken).digest();
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  return hash === expected ? null : invalid('access_token does not belong to the id_token');
}
