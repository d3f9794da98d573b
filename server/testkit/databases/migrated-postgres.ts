import { fingerprint, putCopy } from './fresh-data.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import type { Program } from '../servers/program.ts';
import { startProgram } from '../servers/test-server.ts';

/**
 * Starts an operator's PostgreSQL whose database `postgres` is migrated, as the first start of a copy leaves it.
 * `create database NAME template migrated` creates others. It saves migrating, which takes three times the processor
 * of another start.
 */
export function startMigratedPostgres(program: Program): Promise<TestPostgres> {
  if (process.env['POSTGRES'] === 'oldest') return startAndMigrate(program);
  const name = `migrated-${fingerprint(program.migratedBy)}`;
  return startPostgres({ putData: (folder) => putCopy(name, folder, (draft) => makeOne(program, draft)) });
}

async function makeOne(program: Program, draft: string): Promise<void> {
  const postgres = await startAndMigrate(program);
  await postgres.copyTo(draft);
  await postgres.stop();
}

async function startAndMigrate(program: Program): Promise<TestPostgres> {
  const postgres = await startPostgres();
  await (await startProgram(program, { env: { DATABASE_URL: postgres.url() } })).stop();
  await postgres.sql('create database migrated template postgres');
  return postgres;
}
