import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { runCommand, serverEnvironment, startServer, type TestServer } from '../harness/servers/server.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = makeTestFolder('solostead-older-');
  server = await startServer();
  for (let number = 0; number < 3; number++) await submitApplication(server, numberedApplication(number));
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ROWS = 'select id, name, email, q6, q7, status from public.applications order by id';

/** Makes a backup of the server's database, restores it and returns the applications. */
async function restoredRows(name: string): Promise<unknown[]> {
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

test('restores a backup of the baseline whose files had other dates in their names', async () => {
  const rows = await server.sql(ROWS);
  await server.sql(`update supabase_migrations.schema_migrations set version = '1' || version`);
  expect(await restoredRows('dates')).toEqual(rows);
  await server.sql('update supabase_migrations.schema_migrations set version = substr(version, 2)');
}, 120_000);

test('fills in yes for a question that is newer than the backup', async () => {
  const rows = await server.sql(ROWS);
  await server.sql('alter table public.applications drop column q7 cascade');
  expect(await restoredRows('question')).toEqual(rows);
}, 120_000);
