import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

test('npm run dev shows the landing page without a warning, and asks no registry for a newer Astro', async () => {
  // Astro asks once in twelve days, and notes it here.
  rmSync(join(root, 'site/.astro/settings.json'), { force: true });
  const asked: string[] = [];
  const registry = createServer(({ url }, response) => {
    asked.push(url!);
    response.end(JSON.stringify({ version: '99.0.0' }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  // Vitest's own would change what Astro serves.
  const { CI: _ci, NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  const child = spawnWithUs(join(root, 'node_modules/.bin/node'), ['scripts/dev.mjs'], {
    cwd: root,
    env: {
      ...environment,
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
      PUBLIC_SUPABASE_URL: 'http://127.0.0.1:9',
      PUBLIC_SUPABASE_KEY: 'sb_publishable_test',
      NO_COLOR: '1',
    },
  });
  onTestFinished(async () => {
    registry.close();
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said).toMatch(/http:\/\/localhost:\d+/);
  const [url] = /http:\/\/localhost:\d+/.exec(said)!;
  const page = await (await fetch(url)).text();
  // The elements that dialogs focus when they open before their script has loaded.
  expect(
    page.match(/<input[^>]* name="(name|email)"[^>]*>/gi)?.filter((tag) => /autofocus/i.test(tag)),
  ).toHaveLength(2);
  expect(asked).toEqual([]);
  expect(said).not.toMatch(/warn|Invalid DOM property|upgrade/i);
});

const root = join(import.meta.dirname, '../..');
