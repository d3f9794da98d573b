import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { queryAt } from '@solostead/server-testkit/databases/connect';
import { endWithUs } from '@solostead/server-testkit/servers/end-with-us';
import { sourcesCompiled } from '@solostead/server-testkit/servers/bundle';
import { putMigratedData, startServer } from '../harness/servers/server.ts';
import { type Refusal, underLoad, watchPages } from '../faults/load.ts';

test('packages can be installed next to a running server, and no application and no page is refused', async () => {
  const project = copyProject();
  const dataDir = join(project, '.data');
  mkdirSync(dataDir);
  await putMigratedData(dataDir);
  const command = { args: ['--conditions=source', join(project, 'lab/src/main.ts')], env: sourcesCompiled };
  const server = await startServer({ dataDir, command, site: true });
  onTestFinished(() => server.stop());

  pullNewLockFile(project);
  const visitors = watchPages(server.url);
  const load = await underLoad(server.url, {
    name: 'upgrade',
    people: 1,
    disturb: async () => {
      const state = { isInstalled: false };
      // A new connection loads the library of PL/pgSQL from the packages that are there at that moment.
      const connectOften = async () => {
        while (!state.isInstalled) {
          await queryAt(server.databaseUrl, 'do $$ begin end $$');
          await pause(100);
        }
      };
      await Promise.all([install(project).finally(() => (state.isInstalled = true)), connectOften()]);
    },
  });
  const pages = await visitors.finish();
  expect(pages.refusals.map(answer)).toEqual([]);
  expect(pages.count).toBeGreaterThan(20);
  expect(load.refusals.map(answer)).toEqual([]);
  expect(load.emails.length).toBeGreaterThan(20);
}, 1_200_000);

const answer = ({ status, body }: Refusal) => `${status} ${body}`;

const root = join(import.meta.dirname, '../..');

/** Installs what is missing like any command, whose standard output it leaves alone. It ends with the test, with npm's processes. */
async function install(project: string): Promise<void> {
  const script = "import('./scripts/lib/install.mjs').then((it) => it.installWhatIsMissing(false))";
  const child = spawn(process.execPath, ['-e', script], {
    cwd: project,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const end = () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
  };
  onTestFinished(end);
  endWithUs(child, 'SIGKILL', -child.pid!);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(printed).toBe('');
}

/** A copy of the project with its packages, on the same disk, so that installing there disturbs no other test. */
function copyProject(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const project = mkdtempSync(join(root, '.cache/upgrade-'));
  // As a clone is. From a closed folder root's PostgreSQL would be copied elsewhere, where no installation reaches it.
  chmodSync(project, 0o755);
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const copy = (command: string) => execFileSync('sh', ['-c', command], { cwd: root });
  copy(`git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t '${project}'`);
  // Other tests write into the caches at the same time.
  copy(`for folder in node_modules */node_modules; do mkdir -p '${project}'/"$folder" && find "$folder" -mindepth 1 -maxdepth 1 \\
    ! -name '.vite*' ! -name .astro ! -name .cache -exec cp -al -t '${project}'/"$folder" {} + || exit; done`);
  return project;
}

interface Manifest {
  version: string;
  dependencies?: object;
  devDependencies?: object;
}

/**
 * Changes the lock file, as a pull of a new version does. That version builds no site, because a running server uses
 * none of those packages, which are half of an installation's work.
 */
function pullNewLockFile(project: string): void {
  edit<Manifest & { packages: Record<string, Manifest> }>(join(project, 'package-lock.json'), (lock) => {
    lock.version = '0.3.1';
    pull(lock.packages['']!);
    pull(lock.packages['site']!);
  });
  for (const folder of ['', 'site']) edit(join(project, folder, 'package.json'), pull);
}

function pull(manifest: Manifest): void {
  manifest.version = '0.3.1';
  delete manifest.dependencies;
  delete manifest.devDependencies;
}

function edit<Content>(file: string, change: (content: Content) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as Content;
  change(content);
  writeFileSync(file, JSON.stringify(content));
}
