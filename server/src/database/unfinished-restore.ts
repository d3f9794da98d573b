import { type ClientBase, escapeLiteral } from 'pg';
import { commandLine } from '../process/command-line.ts';
import { UserError } from '../user-error.ts';

/** An empty table that names the backup in its comment. A restore drops it in the transaction that brings the rows. */
const MARK = 'solostead.unfinished_restore';

export async function markRestore(client: ClientBase, backup: string): Promise<void> {
  await client.query(
    `create schema if not exists solostead; create table if not exists ${MARK} ();
     comment on table ${MARK} is ${escapeLiteral(backup)}`,
  );
}

export async function unmarkRestore(client: ClientBase): Promise<void> {
  await client.query(`drop table ${MARK}`);
}

/** Returns the backup whose restore failed or was killed after it made tables, or null. */
export async function unfinishedRestore(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ backup: string | null }>(
    `select obj_description(to_regclass('${MARK}'), 'pg_class') as backup`,
  );
  return rows[0]!.backup;
}

/** @throws UserError if a restore did not finish */
export async function requireFinishedRestore(client: ClientBase): Promise<void> {
  if ((await unfinishedRestore(client)) === null) return;
  throw new UserError(
    'A restore into the database that DATABASE_URL names was cut short: ' +
      `run ${commandLine('restore FILE')} again with the same file, or name a new database.`,
  );
}
