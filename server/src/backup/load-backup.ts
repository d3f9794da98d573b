import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client, DatabaseError } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { connect } from '../database/connections/connect.ts';
import { relate } from '../database/migrations/history.ts';
import { migrate, migrationFiles, type Project } from '../database/migrations/migrate.ts';
import { type Erasure, applyErasures } from './erasures.ts';
import { requirePrivileges } from '../database/privileges.ts';
import { convertStaged, STAGE, reshapeStaged, stage, stagedTables } from './former-tables.ts';
import { requireForeignKeys } from './foreign-keys.ts';
import type { Manifest } from './manifest.ts';
import { readTables, type TableHead } from './read-backup.ts';
import { digestTable, listTables, nameOf, PLAIN_TEXT, quote, type Table } from './tables.ts';
import { UserError } from '../user-error.ts';

export interface RestoreSummary {
  readonly tables: number;
  readonly rows: number;
  /** Files of migrations newer than the backup, applied after its data was in place and compared. */
  readonly migrated: readonly string[];
  /** The number of rows that were erased after the backup was made, and are erased here too. */
  readonly erased: number;
}

/**
 * Fills the empty database at `url` from an opened backup. It creates the tables of that time, loads the rows,
 * compares each table's hash, erases what `erasures` names, and then applies newer migrations. The rows of a former
 * history, and of a table that has changed, are converted to the tables of this version. Either all rows arrive or none.
 */
export async function loadBackup(
  url: string,
  path: string,
  manifest: Manifest,
  project: Project,
  erasures: readonly Erasure[],
): Promise<RestoreSummary> {
  const client = await connect(url);
  try {
    const known = new Set([...manifest.platform, ...manifest.migrations]);
    const ours = migrationFiles(project.supabaseDir).map(({ version }) => version);
    const isFormer = relate(manifest.migrations, ours) === 'former';
    // A role that may not load rows is refused before anything is made.
    await requirePrivileges(client);
    await client.query('begin');
    await disableTriggers(client);
    await client.query('rollback');
    await migrate(client, project, { isWanted: (name) => isFormer || known.has(name) });
    await client.query('begin');
    await client.query(PLAIN_TEXT);
    const heads = await load(client, path, project.supabaseDir, isFormer);
    await requireForeignKeys(client, path);
    const erased = await eraseAgain(client, erasures);
    await client.query('commit');
    const migrated = await migrate(client, project);
    return {
      tables: heads.length,
      rows: heads.reduce((sum, { rows }) => sum + rows, 0),
      migrated,
      // A backup from before erasures were listed gets their functions by the newer migrations.
      erased: erased ?? (await eraseAgain(client, erasures)) ?? 0,
    };
  } finally {
    await client.end();
  }
}

/** With triggers and foreign keys at work, unlike the loading. */
async function eraseAgain(client: Client, erasures: readonly Erasure[]): Promise<number | null> {
  await client.query(`set session_replication_role = origin`);
  return applyErasures((text, values) => client.query(text, values), erasures);
}

type Target = (table: Table) => Promise<Pick<Table, 'schema' | 'name'>>;

async function load(client: Client, path: string, supabaseDir: string, isFormer: boolean) {
  const tables = await emptyTables(client);
  await client.query(`create schema ${STAGE}`);
  const heads = await copyRows(client, path, async (table) => {
    const fits = !isFormer && missingOf(tables, table) === null && !(await lacksValues(client, table));
    return fits ? table : stage(client, table);
  });
  await reshapeStaged(client, supabaseDir);
  const staged = await stagedTables(client);
  for (const table of staged) requireTable(path, tables, table);
  await convertStaged(client, staged);
  return heads;
}

/** Returns whether this version's table needs a value that the rows of a backup do not have. */
async function lacksValues(client: Client, table: Table): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and attnotnull and not atthasdef and attidentity = '' and attname <> all ($2)`,
    [nameOf(table), table.columns],
  );
  return rowCount !== 0;
}

async function emptyTables(client: Client): Promise<Table[]> {
  const tables = await listTables(client);
  await disableTriggers(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  return tables;
}

/** Copies the rows of each table into the one that `target` names, and compares their hash with the backup's. */
async function copyRows(client: Client, path: string, target: Target): Promise<TableHead[]> {
  const heads: { head: TableHead; into: Awaited<ReturnType<Target>> }[] = [];
  let stream: CopyStreamQuery | null = null;
  const endTable = async () => {
    if (!stream) return;
    stream.end();
    await finished(stream);
    stream = null;
  };
  await readTables(path, {
    table: async (head) => {
      await endTable();
      const into = await target(head.table);
      heads.push({ head, into });
      const columns = head.table.columns.map(quote).join(', ');
      stream = client.query(copyFrom(`copy ${nameOf(into)} (${columns}) from stdin`));
    },
    data: async (bytes) => {
      if (stream && !stream.write(bytes)) await once(stream, 'drain');
    },
    end: async (sequences) => {
      await endTable();
      for (const sequence of sequences) {
        await client.query('select setval($1::regclass, $2, $3)', [
          nameOf(sequence),
          sequence.value,
          sequence.isCalled,
        ]);
      }
    },
  });
  for (const { head, into } of heads) await compare(client, path, head, into);
  return heads.map(({ head }) => head);
}

/** Returns what `wanted` has and this version's tables lack, or null. */
function missingOf(tables: readonly Table[], wanted: Table): string | null {
  const found = tables.find(({ schema, name }) => schema === wanted.schema && name === wanted.name);
  if (!found) return `the table ${nameOf(wanted)}`;
  const column = wanted.columns.find((name) => !found.columns.includes(name));
  return column === undefined ? null : `the column ${column} of ${nameOf(wanted)}`;
}

function requireTable(path: string, tables: readonly Table[], wanted: Table): void {
  const missing = missingOf(tables, wanted);
  if (missing === null) return;
  throw new UserError(`${path} holds ${missing}, which no migration makes: add one that does, then restore.`);
}

/** The restored rows must hash to what they hashed to when the backup was made. */
async function compare(
  client: Client,
  path: string,
  { table, rows, digest }: TableHead,
  into: Pick<Table, 'schema' | 'name'>,
): Promise<void> {
  const found = await digestTable(client, into);
  // The hash of a row covers its generated columns, which text tables do not have. The file's own hash was checked.
  const isSame = found.digest === digest || (into !== table && (await hasGeneratedColumn(client, table)));
  if (found.rows === rows && isSame) return;
  throw new UserError(`${nameOf(table)} differs from what ${path} says: nothing was kept.`);
}

async function hasGeneratedColumn(client: Client, table: Table): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass($1) and attgenerated <> ''`,
    [nameOf(table)],
  );
  return rowCount !== 0;
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
