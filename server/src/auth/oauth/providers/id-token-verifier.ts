import * as jose from 'jose';
import { z } from 'zod';
import { CLOCK_SKEW_SECONDS } from '../id-token.rules.ts';
import { secureUrl } from '../../kernel/request/secure-url.rules.ts';
import { PROVIDER_TIMEOUT_SECONDS, ProviderFailure, loadOnce } from './external-provider.ts';
import { outgoingFetch } from '../../../gateway/http/outgoing-fetch.ts';

/** Algorithms with a public key. Shared secrets and `none` are never accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Verifies signature, issuer and times of one issuer's ID tokens. Returns null for a bad token. */
export type VerifyIdToken = (token: string) => Promise<{ claims: jose.JWTPayload; algorithm: string } | null>;

/**
 * Keys are fetched on first use, cached for ten minutes and fetched again for an unknown key id, at most twice a
 * minute. Issuers with and without a trailing slash are accepted.
 * @throws ProviderFailure when the issuer cannot be asked for its keys
 */
export function idTokenVerifier(issuer: string): VerifyIdToken {
  const withoutKeys = (error: unknown): never => {
    throw new ProviderFailure(`keys of ${issuer} cannot be had`, { cause: error });
  };
  const keys = loadOnce(() => remoteKeys(issuer).catch(withoutKeys));
  return async (token) => {
    if (!isToken(token)) return null;
    const keySet = await keys();
    try {
      const { payload, protectedHeader } = await jose.jwtVerify(token, keySet, {
        issuer: [issuer, `${issuer}/`, ...aliases(issuer)],
        algorithms: algorithms,
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      });
      if (payload.iat! > Date.now() / 1000 + CLOCK_SKEW_SECONDS) return null;
      return { claims: payload, algorithm: protectedHeader.alg };
    } catch (error) {
      return isAboutTheToken(error) ? null : withoutKeys(error);
    }
  };
}

/** Returns false if the issuer's keys could not be had: jose reports that by these codes, or as an error of `fetch`. */
const isAboutTheToken = (error: unknown): boolean =>
  error instanceof jose.errors.JOSEError &&
  !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(error.code);

/** Returns true if it can be parsed. Only then is the issuer asked. */
function isToken(token: string): boolean {
  try {
    jose.decodeProtectedHeader(token);
    jose.decodeJwt(token);
    return true;
  } catch {
    return false;
  }
}

/** Google's older tokens name it without a scheme. */
const aliases = (issuer: string) => (issuer === 'https://accounts.google.com' ? ['accounts.google.com'] : []);

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });

async function remoteKeys(issuer: string) {
  const response = await outgoingFetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
    redirect: 'error',
  });
  const metadata = discovery.parse(await response.json());
  const url = secureUrl(metadata.jwks_uri);
  if (metadata.issuer.replace(/\/$/, '') !== issuer || !url) {
    throw new Error('its discovery document does not fit');
  }
  return jose.createRemoteJWKSet(url, {
    timeoutDuration: PROVIDER_TIMEOUT_SECONDS * 1000,
    [jose.customFetch]: outgoingFetch,
  });
}
