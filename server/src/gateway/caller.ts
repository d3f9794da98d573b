import type {} from 'fastify';

/** The claims of a verified token, as `request.jwt.claims` shows them to policies. */
export interface Claims {
  /** The role that the request takes in the database: anon, authenticated, service_role, or one of JWT_ROLES. */
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  readonly aal?: 'aal1' | 'aal2';
  readonly exp?: number;
  readonly [claim: string]: unknown;
}

/** Why a bearer was refused; each service words it in its own error shape. */
export type TokenFault =
  | 'malformed'
  | 'bad-signature'
  | 'wrong-claims'
  | 'expired'
  | 'not-yet-valid'
  | 'issued-later'
  | 'unknown-role';

/**
 * Who calls, as the gateway found out before any service runs. A bearer that repeats a key counts as no token.
 * `claims` is the verified bearer's, else the key's own (`{ role }`); `fault` is set when a bearer was sent and refused.
 */
export interface Caller {
  readonly keyRole: 'anon' | 'service_role' | null;
  readonly claims: Claims;
  readonly bearer: string | null;
  readonly fault: TokenFault | null;
  /** With the fault `unknown-role`, the role that the token names; null otherwise. */
  readonly unknownRole: string | null;
  /** The client's address, right behind trusted proxies; forged headers do not change it. */
  readonly address: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
