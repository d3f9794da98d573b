import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../config.ts';
import { requireOwnHistory } from './history.ts';
import { FRESH_SESSION, whileReporting } from './session.ts';
import { loadSeeds, planSeeds, seedFiles } from './seeds.ts';
import { splitStatements } from './split-statements.ts';
import { createStandIns } from '../stand-ins/create.ts';
import { runStatement } from '../stand-ins/run-statement.ts';
import { UserError } from '../../user-error.ts';

const LOCK = 5_017_290_816;

export type Project = Pick<Config, 'supabaseDir' | 'api' | 'appliesMigrations' | 'seedPaths'>;

export interface MigrationChoice {
  /** Tests the name of a platform file or the version of a migration. Without it all are applied that the project enables. */
  readonly isWanted?: (nameOrVersion: string) => boolean;
  /** True if a new database gets the project's seed files, false by default. */
  readonly seeds?: boolean;
  /** Called with a sentence about each stand-in that is made or used, and each statement that is skipped. */
  readonly report?: (sentence: string) => void;
}

/**
 * Migrates the database, first what Supabase itself would provide (`platform/*.sql`), then the project's migrations,
 * recorded where the Supabase CLI records them. Each file is one transaction.
 * @returns the names of the files applied now.
 * @throws UserError when the database has migrations that this version does not continue, or one fails, of which nothing
 * was kept
 */
export async function migrate(
  client: Client,
  project: Project,
  { isWanted, seeds = false, report = () => {} }: MigrationChoice = {},
): Promise<string[]> {
  const { supabaseDir, appliesMigrations } = project;
  return whileLocked(client, async () => {
    await prepareHistory(client, () => (seeds ? seedFiles(project, report) : []));
    if (appliesMigrations) await requireHistory(client, supabaseDir);
    const choice = {
      isWanted: isWanted ?? (() => appliesMigrations),
      report,
      prepare: async (scripts: readonly string[]) => {
        await client.query(exposure(project));
        await createStandIns(client, scripts, report);
      },
    };
    return [
      ...(await applyPlatform(client, isWanted)),
      ...(await applyMigrations(client, supabaseDir, choice)),
      ...(seeds ? await loadSeeds(client, dirname(supabaseDir), report) : []),
    ];
  });
}

/** Any number of copies may start at once. The holder of the lock migrates, the others wait. */
async function whileLocked<Answer>(client: Client, work: () => Promise<Answer>): Promise<Answer> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    return await work();
  } finally {
    await client.query('reset all').catch(() => {});
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
  }
}

/** Creates the tables that record migrations in one transaction, and plans the seeds of a new database. */
async function prepareHistory(client: Client, seeds: () => readonly string[]): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query(
    `select where to_regclass('supabase_migrations.schema_migrations') is null`,
  );
  await client.query(PLATFORM_HISTORY);
  await client.query(HISTORY);
  if (rows.length > 0) await planSeeds(client, seeds());
  await client.query('commit');
}

/** Sets the API roles' default access to new objects in `public`, as the Supabase CLI by `auto_expose_new_tables`. */
function exposure({ api }: Project): string {
  const [verb, to] = api.auto_expose_new_tables ? ['grant', 'to'] : ['revoke', 'from'];
  return ['tables', 'functions', 'sequences']
    .map(
      (kind) =>
        `alter default privileges in schema public ${verb} all on ${kind} ${to} anon, authenticated, service_role`,
    )
    .join(';');
}

/** Applies `supabaseDir/migrations` alone, to a database where Supabase's own services look after the rest. */
export async function migrateProject(client: Client, supabaseDir: string): Promise<string[]> {
  return whileLocked(client, async () => {
    await client.query(HISTORY);
    await requireHistory(client, supabaseDir);
    return applyMigrations(client, supabaseDir);
  });
}

const PLATFORM_HISTORY = `
  set client_min_messages = warning;
  create schema if not exists solostead;
  revoke all on schema solostead from public;
  create table if not exists solostead.platform_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  reset client_min_messages;`;

const HISTORY = `
  set client_min_messages = warning;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key,
    statements text[],
    name text
  );
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  reset client_min_messages;`;

async function appliedVersions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by 1',
  );
  return rows.map(({ version }) => version);
}

async function requireHistory(client: Client, supabaseDir: string): Promise<void> {
  requireOwnHistory(
    await appliedVersions(client),
    migrationFiles(supabaseDir).map(({ version }) => version),
  );
}

async function applyPlatform(client: Client, isWanted = (_name: string) => true): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from solostead.platform_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const names = platformFiles().filter((name) => !applied.has(name) && isWanted(name));
  for (const name of names) {
    await apply(client, join(platformDir, name), () =>
      client.query('insert into solostead.platform_migrations (name) values ($1)', [name]),
    );
  }
  return names;
}

async function applyMigrations(
  client: Client,
  supabaseDir: string,
  {
    isWanted = () => true,
    report = () => {},
    prepare = async () => {},
  }: MigrationChoice & { readonly prepare?: (scripts: readonly string[]) => Promise<void> } = {},
): Promise<string[]> {
  const applied = new Set(await appliedVersions(client));
  const files = migrationFiles(supabaseDir).filter(
    ({ version }) => !applied.has(version) && isWanted(version),
  );
  if (files.length === 0) return [];
  const pathOf = (file: string) => join(supabaseDir, 'migrations', file);
  await prepare(files.map(({ file }) => readFileSync(pathOf(file), 'utf8')));
  for (const { file, version, name } of files) {
    await client.query(FRESH_SESSION);
    const record = (statements: string[]) =>
      client.query(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [version, statements, name],
      );
    await whileReporting(client, report, () => apply(client, pathOf(file), record, report));
  }
  return files.map(({ file }) => file);
}

const platformDir = join(import.meta.dirname, '../platform');

export const platformFiles = (): string[] => sqlFiles(platformDir);

const MIGRATION_NAME = /^(\d+)_(.+)\.sql$/;

/** The migrations this version brings, in their order. @throws UserError when two have the same version */
export function migrationFiles(supabaseDir: string): { file: string; version: string; name: string }[] {
  const files = sqlFiles(join(supabaseDir, 'migrations')).flatMap((file) => {
    const [, version = '', name = ''] = MIGRATION_NAME.exec(file) ?? [];
    return version ? [{ file, version, name }] : [];
  });
  const second = files.find(({ version }, index) => version === files[index - 1]?.version);
  if (second)
    throw new UserError(
      `supabase/migrations/${second.file} has the version of another migration: give it a later time.`,
    );
  return files;
}

/** A sentence for each file of `migrations/` whose name makes it no migration, as for the Supabase CLI. */
export function skippedMigrations(supabaseDir: string): string[] {
  return sqlFiles(join(supabaseDir, 'migrations'))
    .filter((file) => !MIGRATION_NAME.test(file))
    .map((file) => `supabase/migrations/${file} is skipped: its name must be TIMESTAMP_NAME.sql.`);
}

/** The folder may be missing, because `supabase init` creates none. */
const sqlFiles = (directory: string): string[] =>
  (existsSync(directory) ? readdirSync(directory) : []).filter((file) => file.endsWith('.sql')).sort();

async function apply(
  client: Client,
  path: string,
  record: (statements: string[]) => Promise<unknown>,
  report: (sentence: string) => void = () => {},
) {
  const statements = splitStatements(readFileSync(path, 'utf8'));
  const reportSkipped = (extension: string) =>
    report(`${shownPath(path)} creates ${extension}, which this PostgreSQL does not have: it is skipped.`);
  let current = 'begin';
  try {
    await client.query('begin');
    for (current of statements) await runStatement(client, current, reportSkipped);
    await record(statements);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw explained(error, path, current);
  }
}

const shownPath = (path: string): string => path.split('/').slice(-3).join('/');

/** Names a missing extension that the project needs, or else the failed statement and its error. */
function explained(error: unknown, path: string, statement: string): UserError {
  const { message, hint, code } = error as { message: string; hint?: string; code?: string };
  const file = shownPath(path);
  const [, extension] = /^extension "(.+)" is not available$/.exec(message) ?? [];
  if (code === '0A000' && extension)
    return new UserError(`${file} needs the extension ${extension}, which this PostgreSQL does not have.`);
  return new UserError(
    `${path} failed: ${message}${hint ? ` (${hint})` : ''}\nin the statement\n${statement}`,
    { cause: error },
  );
}
