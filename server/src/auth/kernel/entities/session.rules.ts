/** The authenticator assurance level of a session, one factor or two. */
export type AssuranceLevel = 'aal1' | 'aal2';

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly aal: AssuranceLevel | null;
  readonly not_after: string | null;
  /** UTC without a time zone. */
  readonly refreshed_at: string | null;
}

export interface AmrRow {
  readonly authentication_method: string;
  readonly updated_at: string;
}

export interface SessionLimits {
  /** Milliseconds from sign-in to the session's end, used or not. Undefined means no end. */
  readonly timebox?: number;
  /** Milliseconds without a refresh until the session ends. Undefined means no end. */
  readonly inactivity_timeout?: number;
}

/** Converts a timestamp of PostgreSQL to milliseconds since the epoch. Those without a zone are UTC. */
export const instant = (timestamp: string): number =>
  Date.parse(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(timestamp) ? timestamp : `${timestamp}Z`);

/** Why a session is over at `now`, or null while it lives (contract A2.2). */
export function sessionEnd(session: SessionRow, limits: SessionLimits, now: number): string | null {
  if (session.not_after !== null && now > instant(session.not_after)) return 'Session Expired';
  const begun = instant(session.created_at);
  if (limits.timebox && now > begun + limits.timebox) return 'Session Expired';
  const lastUsed = session.refreshed_at === null ? begun : instant(session.refreshed_at);
  if (limits.inactivity_timeout && now > lastUsed + limits.inactivity_timeout) {
    return 'Session Expired (Inactivity)';
  }
  return null;
}

/** The seconds of an access token issued at `now`, which ends with its session where an identity provider ends that. */
export function tokenLifeSeconds(lifeSeconds: number, notAfter: string | null, now: number): number {
  if (notAfter === null) return lifeSeconds;
  const rest = Math.floor((instant(notAfter) - now) / 1_000);
  // Clients take no session for one whose token has no second left.
  return Math.max(1, Math.min(lifeSeconds, rest));
}
