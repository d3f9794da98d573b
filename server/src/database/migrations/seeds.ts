import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../configuration/config.ts';
import { FRESH_SESSION, whileReporting } from './session.ts';
import { splitStatements } from './split-statements.ts';
import { createStandIns } from '../stand-ins/create.ts';
import { runStatement } from '../stand-ins/run-statement.ts';
import { UserError } from '../../configuration/user-error.ts';

/** The Supabase CLI's table of seed files. A file without a hash has not been loaded yet. */
const SEED_FILES = `
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`;

/**
 * The files that `[db.seed]` names, relative to the project, in the order in which they are loaded. `report` is called
 * with a sentence about each path without files, but not about the one that `supabase init` writes.
 */
export function seedFiles(
  { supabaseDir, seedPaths }: Pick<Config, 'supabaseDir' | 'seedPaths'>,
  report: (sentence: string) => void,
): string[] {
  const found = seedPaths.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: supabaseDir }).sort();
    if (files.length === 0 && pattern !== './seed.sql')
      report(`No file matches ${pattern}, a path of [db.seed] sql_paths in supabase/config.toml.`);
    return files;
  });
  return [...new Set(found)].map((path) => (isAbsolute(path) ? path : join('supabase', path)));
}

/** Plans the seed files of a new database, in the transaction that makes it, so that an interrupted start loads them later. */
export async function planSeeds(client: Client, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await client.query(SEED_FILES);
  await client.query(
    `insert into supabase_migrations.seed_files (path, hash) select path, '' from unnest($1::text[]) path on conflict do nothing`,
    [paths],
  );
}

/**
 * Loads the planned seed files, each in one transaction.
 * @throws UserError when a file fails; it is loaded at the next start
 */
export async function loadSeeds(
  client: Client,
  projectDir: string,
  report: (sentence: string) => void,
): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select where to_regclass('supabase_migrations.seed_files') is not null`,
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ path: string }>(
    `select path from supabase_migrations.seed_files where hash = '' order by ctid`,
  );
  const scripts = rows.map(({ path }) => readFileSync(resolve(projectDir, path), 'utf8'));
  await createStandIns(client, scripts, report);
  for (const { path } of rows) await whileReporting(client, report, () => loadSeed(client, projectDir, path));
  return rows.map(({ path }) => path);
}

async function loadSeed(client: Client, projectDir: string, path: string): Promise<void> {
  try {
    const text = readFileSync(resolve(projectDir, path), 'utf8');
    await client.query(FRESH_SESSION);
    await client.query('begin');
    for (const statement of splitStatements(text)) await runStatement(client, statement, () => {});
    await client.query('update supabase_migrations.seed_files set hash = $2 where path = $1', [
      path,
      hash('sha256', text),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new UserError(`${path} failed: ${(error as Error).message}. Correct it and start again.`, {
      cause: error,
    });
  }
}
