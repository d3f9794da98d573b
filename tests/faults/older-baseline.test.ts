import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';
import { expect, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

test('restores a backup of the baseline whose files had other dates, and fills in yes for a newer question', async ({
  server,
}) => {
  for (let number = 0; number < 3; number++) await submitApplication(server, numberedApplication(number));
  const folder = makeTestFolder('solostead-older-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rows = await server.sql(ROWS);
  await server.sql(`update supabase_migrations.schema_migrations set version = '1' || version`);
  await server.sql('alter table public.applications drop column q7 cascade');
  const file = join(folder, 'older.backup');
  await server.command('backup', file);
  const dataDir = join(folder, 'restored');
  mkdirSync(dataDir);
  await runCommand(serverEnvironment({ DATA_DIR: dataDir }), 'restore', file);
  const restored = await startServer({ dataDir });
  onTestFinished(() => restored.stop());
  expect(await restored.sql(ROWS)).toEqual(rows);
}, 120_000);

const ROWS = 'select id, name, email, q6, q7, status from public.applications order by id';
