import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { putMigratedData, serverEnvironment } from '../harness/servers/server.ts';
import { buildTestSite } from '../harness/servers/site.ts';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

test('npm run dev shows the landing page without a warning, and asks no registry for a newer Astro', async () => {
  // Astro asks once in twelve days, and notes it here.
  rmSync(join(root, 'site/.astro/settings.json'), { force: true });
  const requests: string[] = [];
  const registry = createServer(({ url }, response) => {
    requests.push(url!);
    response.end(JSON.stringify({ version: '99.0.0' }));
  });
  const npm_config_registry = `http://127.0.0.1:${await portOf(registry)}`;
  // Vitest's own would change what Astro serves.
  const { CI: _ci, NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  const child = spawnWithUs(join(root, 'node_modules/.bin/node'), ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      ...environment,
      npm_config_registry,
      PUBLIC_SUPABASE_URL: 'http://127.0.0.1:9',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_test',
      NO_COLOR: '1',
    },
  });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += chunk));
  await expect.poll(() => printed).toMatch(/http:\/\/localhost:\d+/);
  const [url] = /http:\/\/localhost:\d+/.exec(printed)!;
  const page = await (await fetch(url)).text();
  // The elements that dialogs focus when they open before their script has loaded.
  expect(
    page.match(/<input[^>]* name="(name|email)"[^>]*>/gi)?.filter((tag) => /autofocus/i.test(tag)),
  ).toHaveLength(2);
  expect(requests).toEqual([]);
  expect(printed).not.toMatch(/warn|Invalid DOM property|upgrade/i);
});

test('npm run dev starts the server where none runs, and stops it with itself', async () => {
  const dataDir = newDataFolder();
  await putMigratedData(dataDir);
  await buildTestSite();
  // As a killed server leaves it.
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify({ url: 'http://127.0.0.1:9' }));
  const port = await freePort();
  const { CI: _ci, NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: String(port) });
  const child = spawnWithUs(join(root, 'node_modules/.bin/node'), ['scripts/dev.mjs'], {
    cwd: root,
    env: { ...environment, ...env, NO_COLOR: '1' },
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += chunk));
  await expect
    .poll(() => printed)
    .toMatch(/http:\/\/localhost:\d+\/\s[\s\S]*astro|astro[\s\S]*http:\/\/localhost:\d+/i);
  expect((await fetch(`http://localhost:${port}/health/live`)).status).toBe(200);
  child.kill('SIGTERM');
  await once(child, 'exit');
  await eventually(() => !existsSync(join(dataDir, 'server.json')));
  await expect(fetch(`http://localhost:${port}/health/live`)).rejects.toThrow();
});

const root = join(import.meta.dirname, '../..');
