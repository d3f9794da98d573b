import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { Config, Keys } from '../config.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { migrationFiles, platformFiles } from '../database/migrate.ts';
import { socketUrl } from '../database/start.ts';
import { BackupRefused } from './backup-refused.ts';
import { loadBackup, type RestoreSummary } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { openBackup } from './read-backup.ts';
import { listTables } from './tables.ts';

export interface Restored extends RestoreSummary {
  readonly manifest: Manifest;
}

/** Opens a backup and makes sure that this version can restore it. */
export async function openRestorable(path: string, supabaseDir: string): Promise<Manifest> {
  const manifest = await openBackup(path);
  const known = new Set([...platformFiles(), ...migrationFiles(supabaseDir).map(({ version }) => version)]);
  const unknown = [...manifest.platform, ...manifest.migrations].find((name) => !known.has(name));
  if (!unknown) return manifest;
  throw new BackupRefused(
    `${path} was made by a newer version of Solostead (it knows the migration ${unknown}): restore it with that one.`,
  );
}

/**
 * Restores into an empty `dataDir`, keys included. Whatever fails, nothing is left there; `afterwards` may look at the
 * restored database before it is stopped.
 */
export async function restoreEmbedded(
  path: string,
  { dataDir, supabaseDir }: Pick<Config, 'dataDir' | 'supabaseDir'>,
  afterwards: (url: string) => Promise<void> = async () => {},
): Promise<Restored> {
  const manifest = await openRestorable(path, supabaseDir);
  const home = existsSync(join(dataDir, 'location'))
    ? readFileSync(join(dataDir, 'location'), 'utf8').trim()
    : dataDir;
  if (existsSync(join(home, 'postgres'))) {
    throw new BackupRefused(`${dataDir} holds a database already: set DATA_DIR to an empty directory.`);
  }
  const postgres = await startEmbeddedPostgres(dataDir, () => {});
  let isDone = false;
  try {
    const url = socketUrl(postgres.socketDir);
    const summary = await loadBackup(url, path, manifest, supabaseDir);
    await afterwards(url);
    writeKeys(dataDir, manifest.keys);
    isDone = true;
    return { ...summary, manifest };
  } finally {
    await postgres.stop();
    if (!isDone) rmSync(postgres.dataPath, { recursive: true, force: true });
    if (!isDone && dirname(postgres.dataPath) !== dataDir) rmSync(join(dataDir, 'location'), { force: true });
  }
}

/** Restores into an empty database elsewhere. Its keys are the environment's: those of the backup go to `dataDir`. */
export async function restoreInto(
  url: string,
  path: string,
  { dataDir, supabaseDir }: Pick<Config, 'dataDir' | 'supabaseDir'>,
): Promise<Restored> {
  const manifest = await openRestorable(path, supabaseDir);
  await requireEmpty(url);
  const summary = await loadBackup(url, path, manifest, supabaseDir);
  writeKeys(dataDir, manifest.keys);
  return { ...summary, manifest };
}

async function requireEmpty(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await listTables(client);
    if (tables.length === 0) return;
    throw new BackupRefused('The database that DATABASE_URL names is not empty: restore into a new one.');
  } finally {
    await client.end();
  }
}

function writeKeys(dataDir: string, { publishable, secret, jwks }: Keys): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'keys.json');
  writeFileSync(path, JSON.stringify({ publishable, secret, jwks }, null, 2), { mode: 0o600, flush: true });
}
