import type {} from 'fastify';

/** The claims of a verified token, as `request.jwt.claims` shows them to policies. */
export interface Claims {
  /** The request's role in the database, which is anon, authenticated, service_role, or one of JWT_ROLES. */
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  readonly aal?: 'aal1' | 'aal2';
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** The reason a bearer was refused. Each service words it in its own error format. */
export type TokenFault =
  | 'malformed'
  | 'bad-signature'
  | 'wrong-exp'
  | 'wrong-nbf'
  | 'wrong-iat'
  | 'wrong-aud'
  | 'expired'
  | 'not-yet-valid'
  | 'issued-later'
  | 'unknown-role';

/**
 * The caller as the gateway identified it before any service runs. A bearer that repeats a key counts as no token.
 * `claims` are the verified bearer's, else the key's own (`{ role }`). `fault` is set when a bearer was sent and
 * refused.
 */
export interface Caller {
  readonly claims: Claims;
  readonly bearer: string | null;
  /** True if the bearer repeats a legacy key, which is a verified token as well. */
  readonly repeatsLegacyKey?: boolean;
  readonly fault: TokenFault | null;
  /** True if the request has an API key that is none of ours. Only functions see such requests. */
  readonly isKeyUnknown?: boolean;
  /** For the fault `unknown-role`, the role that the token names, null for one that is no text. */
  readonly unknownRole?: string | null;
  /** The client's address, found behind trusted proxies. Forged headers do not change it. */
  readonly address: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
