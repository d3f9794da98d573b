import type { Client } from 'pg';
import { connect, CONNECT_TIMEOUT_MS, withDeadline } from './connect.ts';
import { UserError } from '../../user-error.ts';

/** A pooler that lends connections by the transaction may have others' between two of ours: so often it is asked. */
const ROUNDS = 5;

const SENTENCE =
  'DATABASE_URL goes through a pooler in transaction mode, which would hand requests the answers of others: ' +
  'set pool_mode = session there, or connect directly.';

/**
 * Refuses a pooler that does not give a connection to one client for as long as it likes: two clients that meet in one
 * PostgreSQL session, or one that changes sessions, have one between them.
 */
export async function requireSessions(first: Client, url: string): Promise<void> {
  const second = await connect(url);
  try {
    const own = await sessionOf(first);
    for (let round = 0; round < ROUNDS; round++) {
      const others = await sessionInTransaction(second);
      if (others === own || (await sessionOf(first)) !== own) throw new UserError(SENTENCE);
      await second.query('commit');
    }
  } finally {
    await second.end();
  }
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
    client.query<{ id: number }>('select pg_catalog.pg_backend_pid() as id'),
  );
  return rows[0]!.id;
}

/** Leaves the transaction open, so that its session cannot be lent on. */
async function sessionInTransaction(client: Client): Promise<number> {
  try {
    await withDeadline(client, CONNECT_TIMEOUT_MS, () => client.query('begin'));
    return await sessionOf(client);
  } catch (error) {
    // Statement mode refuses transactions.
    if (/pooling mode/.test((error as Error).message)) throw new UserError(SENTENCE);
    throw error;
  }
}
