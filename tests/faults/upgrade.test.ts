import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { sourcesCompiled } from '../harness/servers/bundle.ts';
import { putMigratedData, startServer } from '../harness/servers/server.ts';
import { underLoad } from './load.ts';

const root = join(import.meta.dirname, '../..');

/** A copy of the project with its packages, on the same disk, so that installing there disturbs no other test. */
function copyProject(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const project = mkdtempSync(join(root, '.cache/upgrade-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const copy = (command: string) => execFileSync('sh', ['-c', command], { cwd: root });
  copy(`git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t '${project}'`);
  copy(`for folder in node_modules */node_modules; do cp -al "$folder" '${project}'/"$folder"; done`);
  return project;
}

test('packages can be installed next to a running server, and no application is refused', async () => {
  const project = copyProject();
  const dataDir = join(project, '.data');
  mkdirSync(dataDir);
  await putMigratedData(dataDir);
  const command = { args: [join(project, 'lab/src/main.ts')], env: sourcesCompiled };
  const server = await startServer({ dataDir, command });
  onTestFinished(() => server.stop());

  // As after a pull that changed the lock file.
  rmSync(join(project, 'node_modules/.installed'));
  const load = await underLoad(server.url, {
    name: 'upgrade',
    people: 3,
    disturb: async () => {
      const install = "import('./scripts/lib/install.mjs').then((it) => it.installWhatIsMissing())";
      await promisify(execFile)(process.execPath, ['-e', install], { cwd: project });
      // New connections load PostgreSQL's libraries from the packages that are there now.
      await server.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and state = 'idle'`,
      );
    },
  });
  expect(load.refusals).toEqual([]);
  expect(load.acknowledged.length).toBeGreaterThan(20);
}, 600_000);
