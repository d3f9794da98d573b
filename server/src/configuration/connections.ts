/**
 * The values of DATABASE_POOLER. In `session` a connection is a session. In `transaction` it belongs to another
 * client after each transaction. `transaction-prepared` also keeps prepared statements of clients apart (PgBouncer
 * 1.21, max_prepared_statements).
 */
export const poolers = ['session', 'transaction', 'transaction-prepared'] as const;
export type Pooler = (typeof poolers)[number];

/** Separate connections, one that listens and one while a backup is written. Both go to PostgreSQL without a pooler. */
export const LONE_CONNECTIONS = 2;

/** With fewer a request could wait for a connection that the one before it holds. */
export const MIN_CONNECTIONS = 8;

/** The default number of connections. */
export const USUAL_CONNECTIONS = 30;

/**
 * Divides the connections of one copy (`DATABASE_CONNECTIONS`, at least MIN_CONNECTIONS). Two are separate, up to
 * four do the jobs. Of the rest, two thirds serve the data API and one third auth.
 */
export function shareOut(connections: number) {
  const shared = connections - LONE_CONNECTIONS;
  const owner = Math.min(4, Math.max(2, Math.floor(shared / 7)));
  const auth = Math.max(2, Math.floor((shared - owner) / 3));
  return { owner, auth, rest: shared - owner - auth };
}
