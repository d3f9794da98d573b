import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../harness/databases/fresh-data.ts';
import { runCommand } from '../harness/servers/run-command.ts';
import { serverEnvironment } from '../harness/servers/server-environment.ts';
import { startServer } from '../harness/servers/server.ts';

/** 30 sample applications and an owner, made by commit c8ecde66. */
const fixture = join(import.meta.dirname, '../fixtures/former/c8ecde66.backup');

test('a backup of commit c8ecde66 is converted by restore', async () => {
  const folder = makeTestFolder('solostead-former-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'former.backup');
  cpSync(fixture, file);
  const dataDir = join(folder, 'data');
  const said = await runCommand(serverEnvironment({ DATA_DIR: dataDir }), 'restore', file);
  expect(said).toMatch(/^Restored 160 rows of 75 tables/);
  const server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  const counts = await server.sql(
    `select (select count(*)::int from public.applications) as applications,
            (select count(*)::int from public.user_roles where access = 'owner') as owners,
            (select count(*)::int from auth.users where email = 'owner@sample.example') as accounts`,
  );
  expect(counts).toEqual([{ applications: 30, owners: 1, accounts: 1 }]);
});
