import { type ClientBase, escapeLiteral } from 'pg';
import { commandLine } from '../process/command-line.ts';
import { UserError } from '../configuration/user-error.ts';

/** A table that names the backup in its comment. It has a row once the backup's rows are loaded. */
const MARK = 'solostead.unfinished_restore';

export interface Loaded {
  readonly tables: number;
  readonly rows: number;
  /** The number of rows that were erased again. */
  readonly erased: number;
}

export async function markRestore(client: ClientBase, backup: string): Promise<void> {
  await client.query(
    `create schema if not exists solostead; drop table if exists ${MARK};
     create table ${MARK} (tables float8, rows float8, erased float8);
     comment on table ${MARK} is ${escapeLiteral(backup)}`,
  );
}

/** Records in the transaction with the backup's rows that a repeated restore needs only the steps after it. */
export async function markLoaded(client: ClientBase, { tables, rows, erased }: Loaded): Promise<void> {
  await client.query(`insert into ${MARK} values ($1, $2, $3)`, [tables, rows, erased]);
}

/** Returns what an unfinished restore has loaded, or null if it has to load it again. */
export async function loadedBefore(client: ClientBase): Promise<Loaded | null> {
  return (await client.query<Loaded>(`table ${MARK}`)).rows[0] ?? null;
}

/** The last step of a restore. */
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
