import { fingerprint, putCopy } from './fresh-data.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { startServer } from '../servers/server.ts';

/**
 * A PostgreSQL of the operator's own whose database `postgres` is migrated, as the first start of a copy leaves it; others
 * are with `create database NAME template migrated`. For tests of what comes after that: a start that migrates takes three
 * times the processor of another.
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
