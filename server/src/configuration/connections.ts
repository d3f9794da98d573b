/**
 * What DATABASE_POOLER says of DATABASE_URL: a connection is a session of its own; or another's after each transaction; or
 * that, but with statements prepared by name kept apart for each client (PgBouncer 1.21, max_prepared_statements).
 */
export const poolers = ['session', 'transaction', 'transaction-prepared'] as const;
export type Pooler = (typeof poolers)[number];

/** How many connections of one copy each use may have. */
export interface Shares {
  readonly rest: number;
  readonly auth: number;
  readonly owner: number;
}

/** Of its own: the connection that listens, and one while a backup is written. Both go to PostgreSQL without a pooler. */
export const LONE_CONNECTIONS = 2;

/** With fewer a request could wait for a connection that the one before it holds. */
export const LEAST_CONNECTIONS = 8;

/** What the copies had before they could be told. */
export const USUAL_CONNECTIONS = 30;

/**
 * Divides the connections of one copy (`DATABASE_CONNECTIONS`, at least LEAST_CONNECTIONS): two stand alone, up to four do the
 * jobs, and of the rest two thirds serve the data API and one third signing in.
 */
export function shareOut(connections: number): Shares {
  const shared = connections - LONE_CONNECTIONS;
  const owner = Math.min(4, Math.max(2, Math.floor(shared / 7)));
  const auth = Math.max(2, Math.floor((shared - owner) / 3));
  return { owner, auth, rest: shared - owner - auth };
}
