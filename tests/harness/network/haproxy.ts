import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

/** Returns true if HAProxy is installed. Root on Debian installs it. */
export function hasHaproxy(): boolean {
  const isThere = () => spawnSync('haproxy', ['-v']).status === 0;
  if (isThere()) return true;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'haproxy'], { stdio: 'ignore' });
  return isThere();
}

export interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a real proxy before several copies of the server, round-robin over those that are open. */
export async function startHaproxy(ports: readonly number[]): Promise<Proxy> {
  const home = mkdtempSync(join(tmpdir(), 'solostead-proxy-'));
  const port = await freePort();
  const file = join(home, 'haproxy.cfg');
  writeFileSync(file, configuration(port, ports));
  const child = spawnWithUs('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The configuration of deploy/ for loopback without TLS. Callers may name their address. */
function configuration(port: number, copies: readonly number[]): string {
  const handedOut = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy.cfg'), 'utf8');
  const lines = handedOut.split('\n').filter((line) => !/^ +(bind :443|server|http-request) /.test(line));
  const servers = copies.map((to) => `  server copy-${to} 127.0.0.1:${to}`);
  return [...lines, ...servers, ''].join('\n').replace('bind :80', `bind 127.0.0.1:${port}`);
}
