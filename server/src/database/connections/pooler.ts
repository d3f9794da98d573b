import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import type { Places } from '../open-databases.ts';
import { connect, CONNECT_TIMEOUT_MS, withDeadline } from './connect.ts';
import { connectToWrite } from './connect-to-write.ts';
import { UserError } from '../../configuration/user-error.ts';

/** In transaction mode a pooler may switch connections between our statements, so we check this many times. */
const ROUNDS = 5;

/** Separates these advisory locks from all others. */
const LOCK_SPACE = 5_017;

const STATEMENT_MODE =
  'DATABASE_URL goes through a pooler in statement mode, which knows no transactions: set pool_mode = transaction there.';

const refusal = (name: string): UserError =>
  new UserError(
    name === 'DATABASE_URL'
      ? 'DATABASE_URL goes through a pooler in transaction mode: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL ' +
          'without the pooler, or set pool_mode = session there.'
      : `${name} goes through a pooler in transaction mode: it must lead to PostgreSQL itself.`,
  );

/** Checks that both URLs match DATABASE_POOLER and lead to the same database. @throws UserError in one sentence */
export async function requirePooler(
  direct: Client,
  { url, directUrl, pooler }: Pick<Places, 'url' | 'directUrl' | 'pooler'>,
): Promise<void> {
  if (url === directUrl) return requireSessions(direct, url, 'DATABASE_URL');
  await requireSessions(direct, directUrl, 'DATABASE_DIRECT_URL');
  const pooled = await connectToWrite(url);
  try {
    if (pooler === 'session') await requireSessions(pooled, url, 'DATABASE_URL');
    else await begin(pooled);
    await requireSameDatabase(direct, pooled);
  } finally {
    await pooled.end();
  }
}

/** Refuses a pooler by which two clients share a PostgreSQL session, or one changes sessions. */
async function requireSessions(first: Client, url: string, name: string): Promise<void> {
  const second = await connect(url);
  try {
    const own = await sessionOf(first);
    for (let round = 0; round < ROUNDS; round++) {
      // Left open, so that its session cannot be lent on.
      await begin(second);
      if ((await sessionOf(second)) === own || (await sessionOf(first)) !== own) throw refusal(name);
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

async function begin(client: Client): Promise<void> {
  try {
    await withDeadline(client, CONNECT_TIMEOUT_MS, () => client.query('begin'));
  } catch (error) {
    if (/pooling mode/.test((error as Error).message)) throw new UserError(STATEMENT_MODE);
    throw error;
  }
}

/** A lock of the one session must be in the way of the other, which is in a transaction or a session. */
async function requireSameDatabase(direct: Client, pooled: Client): Promise<void> {
  const lock = [LOCK_SPACE, randomInt(2 ** 31)];
  await direct.query('select pg_advisory_lock($1, $2)', lock);
  const { rows } = await pooled.query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock($1, $2) as "isFree"',
    lock,
  );
  await direct.query('select pg_advisory_unlock($1, $2)', lock);
  if (rows[0]!.isFree) {
    throw new UserError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: name the same.');
  }
}
