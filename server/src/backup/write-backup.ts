import { once } from 'node:events';
import { dirname } from 'node:path';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Keys } from '../configuration/config.ts';
import { connect } from '../database/connections/connect.ts';
import { isNoStandIn } from '../database/stand-ins/mark.ts';
import { writeContainer } from './container/container.ts';
import { appendErasures, listErasures } from './erasures.ts';
import type { Frame } from './container/frames.ts';
import { readInstallation } from './installation.ts';
import type { Progress } from '../process/with-progress.ts';
import type { Manifest } from './manifest.ts';
import type { Header } from './container/outline.ts';
import { digestRows, listTables, nameOf, noteRows, PLAIN_TEXT, quote, type Table } from './tables.ts';

/** The database and keys to back up, and the public key to encrypt them to. */
export interface BackupSource {
  readonly url: string;
  readonly keys: Keys;
  readonly recipient: string | null;
}

/**
 * Writes a consistent copy of the whole database at `url`, while it is used, into a new file (mode 600) with the
 * keys. The list of erasures is next to it. Returns the numbers of tables and rows.
 */
export async function writeBackup(
  { url, keys, recipient }: BackupSource,
  path: string,
  at: Date,
  progress: Progress = () => {},
) {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(PLAIN_TEXT);
    const summary = { tables: 0, rows: 0 };
    const ask = (text: string, values?: unknown[]) => client.query(text, values);
    const installation = await readInstallation(ask);
    const { id, former, sealKey } = installation;
    const facts = { createdAt: at.toISOString(), installation: id, former };
    const manifest = await describe(client, keys, facts);
    await writeContainer(path, { facts, sealKey, recipient }, framesOf(client, manifest, summary, progress));
    appendErasures(dirname(path), installation, await listErasures(ask));
    return summary;
  } finally {
    await client.end();
  }
}

const json = (value: Record<string, unknown>): Frame => ({ kind: 'json', value });

/** The frames of a backup in their order. `summary` counts what they hold. */
async function* framesOf(
  client: Client,
  manifest: Manifest,
  summary: { tables: number; rows: number },
  progress: Progress,
): AsyncGenerator<Frame> {
  yield json(manifest);
  for (const { schema, name, columns } of await listTables(client)) {
    const table = { schema, name, columns };
    const digest = await digestRows(client, nameOf(table));
    noteRows(progress, 'writing', table, digest.rows);
    yield json({ table, ...digest });
    yield* copyOut(client, table);
    summary.tables += 1;
    summary.rows += digest.rows;
  }
  yield json({ sequences: await readSequences(client), tables: summary.tables });
}

async function describe(client: Client, keys: Keys, facts: Omit<Header, 'encryption'>): Promise<Manifest> {
  const list = async (text: string) =>
    (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
  const [postgres = ''] = await list(`select current_setting('server_version') as name`);
  return {
    ...facts,
    postgres,
    platform: await list('select name from solostead.platform_migrations order by 1'),
    migrations: await list('select version as name from supabase_migrations.schema_migrations order by 1'),
    keys: { ...keys, jwks: keys.jwks as Manifest['keys']['jwks'] },
  };
}

async function* copyOut(client: Client, table: Table): AsyncGenerator<Frame> {
  const columns = table.columns.map(quote).join(', ');
  const stream = client.query(copyTo(`copy ${nameOf(table)} (${columns}) to stdout`));
  const ended = once(stream, 'close');
  // The loop throws the error that breaks it.
  ended.catch(() => {});
  for await (const chunk of stream) yield { kind: 'data', bytes: chunk as Buffer };
  await ended;
}

async function readSequences(client: Client): Promise<object[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_catalog.pg_sequences
     where ${isNoStandIn("format('%I.%I', schemaname, sequencename)::regclass", 'pg_class')} order by 1, 2`,
  );
  const sequences = [];
  for (const sequence of rows) {
    const found = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${nameOf(sequence)}`,
    );
    sequences.push({ ...sequence, value: found.rows[0]!.last_value, isCalled: found.rows[0]!.is_called });
  }
  return sequences;
}
