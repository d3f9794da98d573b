import { pipeline } from 'node:stream/promises';
import type { Client, DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connect } from '../database/connections/connect.ts';
import { relate } from '../database/migrations/history.ts';
import { migrate, migrationFiles, type Project } from '../database/migrations/migrate.ts';
import { type Erasure, applyErasures } from './erasures.ts';
import { requirePrivileges } from '../database/privileges.ts';
import {
  type Loaded,
  loadedBefore,
  markLoaded,
  markRestore,
  unfinishedRestore,
  unmarkRestore,
} from '../database/unfinished-restore.ts';
import { convertStaged, STAGE, reshapeStaged, stage, stagedTables } from './former-tables.ts';
import { requireForeignKeys } from './foreign-keys.ts';
import type { Manifest } from './manifest.ts';
import { readTables, type TableHead } from './read-backup.ts';
import {
  digestRows,
  listTables,
  nameOf,
  PLAIN_TEXT,
  type PresentTable,
  quote,
  type Table,
  type TableName,
} from './tables.ts';
import { UserError } from '../user-error.ts';

export interface RestoreSummary extends Loaded {
  /** Files of migrations newer than the backup, applied after its data was in place and compared. */
  readonly migrated: readonly string[];
  /** Materialized views that could not be filled, each with PostgreSQL's reason. */
  readonly unfilled: readonly string[];
}

export interface Restore {
  readonly path: string;
  readonly manifest: Manifest;
  readonly project: Project;
  readonly erasures: readonly Erasure[];
  readonly writeKeys: () => void;
}

/**
 * Fills the empty database at `url` from a backup. It creates the tables of that time, loads the rows, compares each
 * table's hash, erases what `erasures` names, and then applies newer migrations and writes the keys. Either all rows
 * arrive or none. After a failure it can be repeated, and loads rows only if none have arrived.
 */
export async function loadBackup(url: string, restore: Restore): Promise<RestoreSummary> {
  const { manifest, project, erasures, writeKeys } = restore;
  const client = await connect(url);
  try {
    const isRepeated = (await unfinishedRestore(client)) === manifest.createdAt;
    const loaded = (isRepeated ? await loadedBefore(client) : null) ?? (await loadRows(client, restore));
    const migrated = await migrate(client, project);
    // A backup from before erasures were listed gets their functions by the newer migrations.
    const erased = loaded.erased + (await eraseAgain(client, erasures));
    const unfilled = await refreshViews(client);
    writeKeys();
    await unmarkRestore(client);
    return { ...loaded, migrated, erased, unfilled };
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables and loads the rows in one transaction. The rows of a former history, and of a table that has
 * changed, are converted to the tables of this version.
 */
async function loadRows(client: Client, { path, manifest, project, erasures }: Restore): Promise<Loaded> {
  const known = new Set([...manifest.platform, ...manifest.migrations]);
  const ours = migrationFiles(project.supabaseDir).map(({ version }) => version);
  const isFormer = relate(manifest.migrations, ours) === 'former';
  // A role that may not load rows is refused before anything is made.
  await requirePrivileges(client);
  await client.query('begin');
  await disableTriggers(client);
  await client.query('rollback');
  await markRestore(client, manifest.createdAt);
  await migrate(client, project, { isWanted: (name) => isFormer || known.has(name) });
  await client.query('begin');
  await client.query(PLAIN_TEXT);
  const heads = await load(client, path, project.supabaseDir, isFormer);
  await requireForeignKeys(client, path);
  const rows = heads.reduce((sum, head) => sum + head.rows, 0);
  const loaded = { tables: heads.length, rows, erased: await eraseAgain(client, erasures) };
  await markLoaded(client, loaded);
  await client.query('commit');
  return loaded;
}

/** With triggers and foreign keys at work, unlike the loading. Returns the number of erased rows. */
async function eraseAgain(client: Client, erasures: readonly Erasure[]): Promise<number> {
  await client.query(`set session_replication_role = origin`);
  return applyErasures((text, values) => client.query(text, values), erasures);
}

type Target = (table: Table) => Promise<TableName>;

async function load(client: Client, path: string, supabaseDir: string, isFormer: boolean) {
  const tables = await emptyTables(client);
  await client.query(`create schema ${STAGE}`);
  const copied = await copyRows(client, path, isFormer, async (table) => {
    const found = findTable(tables, table);
    const fits =
      missingOf(found, table) === null && found!.required.every((name) => table.columns.includes(name));
    return fits && !isFormer ? table : stage(client, table);
  });
  for (const { head, into } of copied) {
    // The hash of a row covers its generated columns, which text tables do not have. The file's own hash was checked.
    const isOtherHash = into !== head.table && findTable(tables, head.table)?.hasGenerated;
    const matches = async (row?: string) => {
      const { rows, digest } = await digestRows(client, nameOf(into), row);
      return rows === head.rows && (digest === head.digest || isOtherHash);
    };
    // Earlier versions hashed a column named t in the place of its row.
    if ((await matches()) || (head.table.columns.includes('t') && (await matches('t')))) continue;
    throw new UserError(`${nameOf(head.table)} differs from what ${path} says: nothing was kept.`);
  }
  await reshapeStaged(client, supabaseDir);
  const staged = await stagedTables(client);
  for (const wanted of staged) {
    const missing = missingOf(findTable(tables, wanted), wanted);
    if (missing !== null) throw unmade(path, missing);
  }
  for (const table of staged) await convertStaged(client, findTable(tables, table)!, table.columns);
  await client.query(`drop schema ${STAGE} cascade`);
  return copied.map(({ head }) => head);
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

const findTable = (tables: readonly PresentTable[], wanted: Table): PresentTable | undefined =>
  tables.find(({ schema, name }) => schema === wanted.schema && name === wanted.name);

/** Returns what `wanted` has and this version's table lacks, or null. */
function missingOf(found: PresentTable | undefined, wanted: Table): string | null {
  if (!found) return `the table ${nameOf(wanted)}`;
  const column = wanted.columns.find((name) => !found.columns.includes(name));
  return column === undefined ? null : `the column ${column} of ${nameOf(wanted)}`;
}

async function emptyTables(client: Client): Promise<PresentTable[]> {
  const tables = await listTables(client);
  await disableTriggers(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  return tables;
}

/** Copies the rows of each table into the one that `target` names. */
async function copyRows(client: Client, path: string, isFormer: boolean, target: Target) {
  const copied: { head: TableHead; into: TableName }[] = [];
  const { sequences } = await readTables(path, async (head, bytes) => {
    const into = await target(head.table);
    copied.push({ head, into });
    const columns = head.table.columns.map(quote).join(', ');
    await pipeline(bytes, client.query(copyFrom(`copy ${nameOf(into)} (${columns}) from stdin`)));
  });
  for (const { value, isCalled, ...sequence } of sequences) {
    const values = [nameOf(sequence), value, isCalled];
    const { rows } = await client.query('select setval(to_regclass($1), $2, $3) as value', values);
    if (rows[0].value === null && !isFormer) throw unmade(path, `the sequence ${nameOf(sequence)}`);
  }
  return copied;
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
