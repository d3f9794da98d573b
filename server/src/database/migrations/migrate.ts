import { dirname } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '../../configuration/config.ts';
import type { Query } from '../database.ts';
import { compareHistory, compareProject, type HistoryComparison } from './compare-history.ts';
import { type MigrationFile, migrationFiles, platformMigrations, textOf } from './files.ts';
import { FRESH_SESSION, whileReporting } from './session.ts';
import { loadSeeds, planSeeds, seedFiles } from './seeds.ts';
import { splitStatements } from './split-statements.ts';
import { createStandIns } from '../stand-ins/create.ts';
import { runStatement } from '../stand-ins/run-statement.ts';
import { UserError } from '../../configuration/user-error.ts';

const LOCK = 5_017_290_816;

export type Project = Pick<Config, 'supabaseDir' | 'api' | 'appliesMigrations' | 'seedPaths'>;

export interface MigrationChoice {
  /** Tests the name of a platform file or the version of a migration. Without it all are applied that the project enables. */
  readonly isWanted?: (nameOrVersion: string) => boolean;
  /** True if files older than the newest applied one are applied, too. False by default, which refuses them. */
  readonly acceptsLate?: boolean;
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
  { isWanted, seeds = false, acceptsLate, report = () => {} }: MigrationChoice = {},
): Promise<string[]> {
  const { supabaseDir, appliesMigrations } = project;
  return whileLocked(client, async () => {
    await prepareHistory(client, () => (seeds ? seedFiles(project, report) : []));
    requireHistory(await compareHistory(queryOf(client), project, acceptsLate), report);
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
    requireHistory(await compareProject(queryOf(client), supabaseDir));
    return applyMigrations(client, supabaseDir);
  });
}

/** Gives a database of Supabase's an identity. */
export async function createInstallation(ask: (text: string) => Promise<unknown>): Promise<void> {
  await ask(SCHEMA);
  await ask(textOf(platformMigrations().find(({ file }) => file === '0003_installation.sql')!));
}

const SCHEMA = 'create schema if not exists solostead; revoke all on schema solostead from public;';

const PLATFORM_HISTORY = `
  set client_min_messages = warning;
  ${SCHEMA}
  create table if not exists solostead.platform_migrations (
    name text primary key,
    applied_at timestamptz not null default now(),
    statements text[]
  );
  alter table solostead.platform_migrations add column if not exists statements text[];
  reset client_min_messages;`;

/** Creates the Supabase CLI's table of migrations. */
export const HISTORY = `
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

const queryOf = (client: Client): Query =>
  (async (text: string, values: readonly unknown[] = []) => client.query(text, [...values])) as Query;

/** @throws UserError when this version must not run on the database */
function requireHistory({ refusal, edited }: HistoryComparison, report = (_sentence: string) => {}): void {
  if (refusal !== null) throw new UserError(refusal);
  if (edited !== null) report(edited);
}

async function applyPlatform(client: Client, isWanted = (_name: string) => true): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from solostead.platform_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const files = platformMigrations().filter(({ key }) => !applied.has(key) && isWanted(key));
  for (const file of files) {
    await apply(client, file, (statements) =>
      client.query('insert into solostead.platform_migrations (name, statements) values ($1, $2)', [
        file.key,
        statements,
      ]),
    );
  }
  return files.map(({ file }) => file);
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
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map(({ version }) => version));
  const files = migrationFiles(supabaseDir).filter(
    ({ version }) => !applied.has(version) && isWanted(version),
  );
  if (files.length === 0) return [];
  await prepare(files.map(textOf));
  for (const migration of files) {
    const { version, name } = migration;
    await client.query(FRESH_SESSION);
    const record = (statements: string[]) =>
      client.query(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [version, statements, name],
      );
    await whileReporting(client, report, () => apply(client, migration, record, report));
  }
  return files.map(({ file }) => file);
}

async function apply(
  client: Client,
  file: MigrationFile,
  record: (statements: string[]) => Promise<unknown>,
  report: (sentence: string) => void = () => {},
) {
  const { path } = file;
  const statements = splitStatements(textOf(file));
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
