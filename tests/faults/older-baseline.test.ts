import { afterAll } from 'vitest';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

let folder: string;
test.beforeAll(async ({ server }) => {
  folder = makeTestFolder('solostead-older-');
  for (let number = 0; number < 3; number++) await submitApplication(server, numberedApplication(number));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

test('restores a backup of the baseline whose files had other dates in their names', async ({ server }) => {
  const rows = await server.sql(ROWS);
  await server.sql(`update supabase_migrations.schema_migrations set version = '1' || version`);
  expect(await restoredRows(server, 'dates')).toEqual(rows);
  await server.sql('update supabase_migrations.schema_migrations set version = substr(version, 2)');
}, 120_000);

test('fills in yes for a question that is newer than the backup', async ({ server }) => {
  const rows = await server.sql(ROWS);
  await server.sql('alter table public.applications drop column q7 cascade');
  expect(await restoredRows(server, 'question')).toEqual(rows);
}, 120_000);

const ROWS = 'select id, name, email, q6, q7, status from public.applications order by id';

/** Makes a backup of the server's database, restores it and returns the applications. */
async function restoredRows(server: TestServer, name: string): Promise<unknown[]> {
  const file = join(folder, `${name}.backup`);
  await server.command('backup', file);
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  await runCommand(serverEnvironment({ DATA_DIR: dataDir }), 'restore', file);
  const restored = await startServer({ dataDir });
  const rows = await restored.sql(ROWS);
  await restored.stop();
  return rows;
}
