import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { eventually } from './processes.ts';

/** Whether HAProxy is here; as root on Debian it is installed when it is not. */
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

/** A real proxy before several copies of the server: in turn to each that says it is open. */
export async function startHaproxy(ports: readonly number[]): Promise<Proxy> {
  const home = mkdtempSync(join(tmpdir(), 'solostead-proxy-'));
  const port = await freePort();
  const file = join(home, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 1000
defaults
  mode http
  timeout connect 5s
  timeout check 10s
  timeout client 40s
  timeout server 40s
  option redispatch 1
  retries 3
  option forwardfor
frontend public
  bind 127.0.0.1:${port}
  default_backend copies
backend copies
  balance roundrobin
  option httpchk GET /health/open
  default-server check inter 200ms fall 1 rise 1
${ports.map((to) => `  server copy-${to} 127.0.0.1:${to}`).join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200, 30);
  return {
    url,
    stop: async () => {
      process.off('exit', end);
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
