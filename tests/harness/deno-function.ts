import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { freePort } from '@solostead/server-testkit/network/free-port';
import type { TestServer } from './servers/server.ts';
import { deno } from '@solostead/server-testkit/tools';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const root = join(import.meta.dirname, '../..');

/** A function of ours under the runtime that Supabase runs it in, with the variables that Supabase sets. */
export async function startDenoFunction(
  name: string,
  { url, secretKey }: Pick<TestServer, 'url' | 'secretKey'>,
  smtpUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'solostead-deno-'));
  const port = await freePort();
  const directory = join(root, 'supabase/functions', name);
  // Packages come from node_modules: a test asks no registry.
  const flags = ['--allow-env', '--allow-net', '--allow-read', '--allow-sys', '--node-modules-dir=manual'];
  const place = ['--host', '127.0.0.1', '--port', String(port), '--config', join(directory, 'deno.json')];
  const child = spawnWithUs(await deno(), ['serve', ...flags, ...place, join(directory, 'index.ts')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DENO_DIR: home,
      SUPABASE_URL: url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
      SITE_URL: 'http://localhost:3000',
      MAIL_FROM: 'Solostead <hello@sample.example>',
      SMTP_URL: smtpUrl,
    },
  });
  const own = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(own).catch(() => null)) !== null);
  return {
    url: own,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
