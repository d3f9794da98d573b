import { pipeline } from 'node:stream/promises';
import type { Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connect } from '../database/connections/connect.ts';
import { migrate, type Project } from '../database/migrations/migrate.ts';
import { type Erasure, applyErasures } from './erasures.ts';
import type { Progress } from '../process/with-progress.ts';
import { requirePrivileges } from '../database/privileges.ts';
import {
  type Loaded,
  loadedBefore,
  markLoaded,
  markRestore,
  unfinishedRestore,
  unmarkRestore,
} from '../database/unfinished-restore.ts';
import { requireForeignKeys } from './foreign-keys.ts';
import { inheritFrom } from './installation.ts';
import { type Backup, readTables, type TableHead } from './read-backup.ts';
import { digestRows, listTables, nameOf, noteRows, PLAIN_TEXT, quote, type Table } from './tables.ts';
import { UserError } from '../configuration/user-error.ts';

export interface RestoreSummary extends Loaded {
  /** Files of migrations newer than the backup, applied after its data was in place and compared. */
  readonly migrated: readonly string[];
  /** Materialized views that could not be filled, each with PostgreSQL's reason. */
  readonly unfilled: readonly string[];
}

export interface Restore {
  readonly backup: Backup;
  readonly project: Project;
  readonly erasures: readonly Erasure[];
  readonly writeKeys: () => void;
  readonly progress: Progress;
}

/**
 * Fills the empty database at `url` from a backup. It creates the tables of that time, loads the rows, compares each
 * table's hash, erases what `erasures` names, and then applies newer migrations and writes the keys. Either all rows
 * arrive or none. After a failure it can be repeated, and loads rows only if none have arrived.
 */
export async function loadBackup(url: string, restore: Restore): Promise<RestoreSummary> {
  const { backup, project, erasures, writeKeys, progress } = restore;
  const client = await connect(url);
  try {
    const isRepeated = (await unfinishedRestore(client)) === backup.manifest.createdAt;
    const loaded = (isRepeated ? await loadedBefore(client) : null) ?? (await loadRows(client, restore));
    const migrated = await migrate(client, project);
    // A backup from before erasures were listed gets their functions by the newer migrations.
    const erased = loaded.erased + (await eraseAgain(client, erasures, progress));
    const unfilled = await refreshViews(client);
    writeKeys();
    await unmarkRestore(client);
    return { ...loaded, migrated, erased, unfilled };
  } finally {
    await client.end();
  }
}

/** Creates the tables and loads the rows in one transaction. */
async function loadRows(client: Client, { backup, project, erasures, progress }: Restore): Promise<Loaded> {
  const { path, manifest } = backup;
  const known = new Set([...manifest.platform, ...manifest.migrations]);
  // A role that may not load rows is refused before anything is made.
  await requirePrivileges(client);
  await client.query('begin');
  await disableTriggers(client);
  await client.query('rollback');
  await markRestore(client, manifest.createdAt);
  await migrate(client, project, { isWanted: (name) => known.has(name) });
  await client.query('begin');
  await client.query(PLAIN_TEXT);
  const heads = await load(client, backup, progress);
  await requireForeignKeys(client, path);
  const { installation: id, former } = manifest;
  await inheritFrom((text, values) => client.query(text, values), { id, former });
  const rows = heads.reduce((sum, head) => sum + head.rows, 0);
  const loaded = { tables: heads.length, rows, erased: await eraseAgain(client, erasures, progress) };
  await markLoaded(client, loaded);
  await client.query('commit');
  return loaded;
}

/** With triggers and foreign keys at work, unlike the loading. Returns the number of erased rows. */
async function eraseAgain(client: Client, erasures: readonly Erasure[], progress: Progress): Promise<number> {
  await client.query(`set session_replication_role = origin`);
  return applyErasures((text, values) => client.query(text, values), erasures, progress);
}

async function load(client: Client, backup: Backup, progress: Progress): Promise<TableHead[]> {
  const { path } = backup;
  const tables = await emptyTables(client);
  const heads = await copyRows(client, backup, ({ table, rows }) => {
    noteRows(progress, 'loading', table, rows);
    requireFit(path, findTable(tables, table), table);
  });
  for (const { table, rows, digest } of heads) {
    noteRows(progress, 'comparing', table, rows);
    const found = await digestRows(client, nameOf(table));
    if (found.rows === rows && found.digest === digest) continue;
    throw new UserError(`${nameOf(table)} differs from what ${path} says: nothing was kept.`);
  }
  return heads;
}

/** Refuses a table that this version does not have, or has with other columns. @throws UserError */
function requireFit(path: string, found: Table | undefined, wanted: Table): void {
  if (!found) throw unmade(path, `the table ${nameOf(wanted)}`);
  const extra = wanted.columns.find((name) => !found.columns.includes(name));
  if (extra !== undefined) throw unmade(path, `the column ${extra} of ${nameOf(wanted)}`);
  const missing = found.columns.find((name) => !wanted.columns.includes(name));
  if (missing === undefined) return;
  throw new UserError(
    `${path} lacks the column ${missing} of ${nameOf(wanted)}, so an unreleased version made it: ` +
      'start with an empty DATA_DIR, or restore it with the commit that made it.',
  );
}

const unmade = (path: string, missing: string) =>
  new UserError(`${path} holds ${missing}, which no migration makes: add one that does, then restore.`);

/** Fills materialized views, of which a backup has no rows. Returns those that stay as their migration left them. */
async function refreshViews(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass as name from pg_catalog.pg_class where relkind = 'm' order by oid`,
  );
  const unfilled: string[] = [];
  for (const { name } of rows) {
    const note = (error: Error) => unfilled.push(`${name} (${error.message})`);
    await client.query(`refresh materialized view ${name}`).catch(note);
  }
  return unfilled;
}

const findTable = (tables: readonly Table[], wanted: Table): Table | undefined =>
  tables.find(({ schema, name }) => schema === wanted.schema && name === wanted.name);

async function emptyTables(client: Client): Promise<Table[]> {
  const tables = await listTables(client);
  await disableTriggers(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  return tables;
}

/** Copies the rows of each table. `check` is called before, and may refuse it. */
async function copyRows(
  client: Client,
  backup: Backup,
  check: (head: TableHead) => void,
): Promise<TableHead[]> {
  const heads: TableHead[] = [];
  const { sequences } = await readTables(backup, async (head, bytes) => {
    check(head);
    heads.push(head);
    const columns = head.table.columns.map(quote).join(', ');
    await pipeline(bytes, client.query(copyFrom(`copy ${nameOf(head.table)} (${columns}) from stdin`)));
  });
  for (const { value, isCalled, ...sequence } of sequences) {
    const values = [nameOf(sequence), value, isCalled];
    const { rows } = await client.query('select setval(to_regclass($1), $2, $3) as value', values);
    if (rows[0].value === null) throw unmade(backup.path, `the sequence ${nameOf(sequence)}`);
  }
  return heads;
}

/** Triggers and foreign keys were satisfied when the rows were first written. */
async function disableTriggers(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica');
  } catch (error) {
    if ((error as DatabaseError).code !== '42501') throw error;
    throw new UserError(
      `The role of DATABASE_URL may not restore: let an administrator run ` +
        `"grant set on parameter session_replication_role to ${client.user};", then restore again.`,
    );
  }
}
