import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { eventually } from '../servers/processes.ts';
import type { TestServer } from '../servers/test-server.ts';

/**
 * Runs a statement in a transaction of another session and keeps it open. Returns the session, whose `commit` lets the
 * others continue. The test's end ends it.
 *
 * @example
 * const other = await holdRows(server, 'select from auth.sessions where user_id = $1 for update', [user.id]);
 * const answer = refresh(server, token);
 * await lockWaits(server);
 * await other.query('commit');
 */
export async function holdRows(
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Client> {
  const client = new Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement, [...values]);
  return client;
}

/** Resolves when at least `count` sessions wait for a lock. */
export const lockWaits = ({ sql }: Pick<TestServer, 'sql'>, count = 1): Promise<void> =>
  eventually(async () => {
    const waiting = await sql(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return waiting.length >= count;
  });
