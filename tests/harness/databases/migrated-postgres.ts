import { fingerprint, putCopy } from './fresh-data.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { startServer } from '../servers/server.ts';

/**
 * Starts an operator's PostgreSQL whose database `postgres` is migrated, as the first start of a copy leaves it.
 * `create database NAME template migrated` creates others. It saves migrating, which takes three times the processor
 * of another start.
 */
export function startMigratedPostgres(): Promise<TestPostgres> {
  if (process.env['POSTGRES'] === 'oldest') return startAndMigrate();
  return startPostgres({ putData: (folder) => putCopy(`migrated-${fingerprint()}`, folder, makeOne) });
}

async function makeOne(draft: string): Promise<void> {
  const postgres = await startAndMigrate();
  await postgres.copyTo(draft);
  await postgres.stop();
}

async function startAndMigrate(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  await (await startServer({ env: { DATABASE_URL: postgres.url() } })).stop();
  await postgres.sql('create database migrated template postgres');
  return postgres;
}
