import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { connect, CONNECT_TIMEOUT_MS, withDeadline } from './connect.ts';
import { connectToWrite } from './connect-to-write.ts';
import { UserError } from '../../user-error.ts';

/** A pooler that lends connections by the transaction may have others' between two of ours: so often it is asked. */
const ROUNDS = 5;

/** Tells these advisory locks from all others. */
const LOCK_SPACE = 5_017;

const refusal = (name: string): UserError =>
  new UserError(
    `${name} goes through a pooler in transaction mode, which would hand requests the answers of others: ` +
      'set pool_mode = session there, or connect directly.',
  );

/**
 * Refuses a pooler that does not give a connection to one client for as long as it likes: two clients that meet in one
 * PostgreSQL session, or one that changes sessions, have one between them.
 */
export async function requireSessions(first: Client, url: string, name: string): Promise<void> {
  const second = await connect(url);
  try {
    const own = await sessionOf(first);
    for (let round = 0; round < ROUNDS; round++) {
      const others = await sessionInTransaction(second, name);
      if (others === own || (await sessionOf(first)) !== own) throw refusal(name);
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
async function sessionInTransaction(client: Client, name: string): Promise<number> {
  try {
    await withDeadline(client, CONNECT_TIMEOUT_MS, () => client.query('begin'));
    return await sessionOf(client);
  } catch (error) {
    // Statement mode refuses transactions.
    if (/pooling mode/.test((error as Error).message)) throw refusal(name);
    throw error;
  }
}

/**
 * Refuses a DATABASE_URL that leads to another database than `direct`: a lock of the one session must be in the way of
 * the other.
 */
export async function requireSameDatabase(direct: Client, url: string): Promise<void> {
  const key = randomInt(2 ** 32);
  await direct.query('select pg_advisory_lock($1, $2)', [LOCK_SPACE, key - 2 ** 31]);
  const pooled = await connectToWrite(url);
  try {
    const { rows } = await pooled.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1, $2) as free',
      [LOCK_SPACE, key - 2 ** 31],
    );
    if (rows[0]!.free) {
      throw new UserError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: name the same.');
    }
  } finally {
    await pooled.end();
    await direct.query('select pg_advisory_unlock($1, $2)', [LOCK_SPACE, key - 2 ** 31]);
  }
}
