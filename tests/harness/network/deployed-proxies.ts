import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';
import { eventually } from '@solostead/server-testkit/servers/processes';

/** The reverse proxies for which deploy/ has an example. */
export const proxyNames = ['nginx', 'Caddy', 'HAProxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** Returns true if the proxy and openssl are installed. */
export const canRun = (name: ProxyName): boolean =>
  spawnSync(proxies[name].program, [name === 'Caddy' ? 'version' : '-v']).status === 0 &&
  spawnSync('openssl', ['version']).status === 0;

export interface DeployedProxy {
  readonly http: number;
  readonly https: number;
  /** Returns its output and logs so far. */
  readonly logText: () => string;
}

/** Starts the example of deploy/ on loopback before copies on these ports. The test's end stops it. */
export async function startDeployed(name: ProxyName, upstreams: readonly number[]): Promise<DeployedProxy> {
  const { program, configure } = proxies[name];
  const home = newFolder();
  const ports = { http: await freePort(), https: await freePort(), upstreams };
  const child = spawnWithUs(program, configure(home, ports), {
    env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'close');
  });
  const redirects = () => fetch(`http://127.0.0.1:${ports.http}/`, { redirect: 'manual' }).catch(() => null);
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
    return (await redirects()) !== null;
  });
  const logText = () =>
    globSync(join(home, '*.log')).reduce((all, file) => all + readFileSync(file, 'utf8'), output);
  return { http: ports.http, https: ports.https, logText };
}

interface Ports {
  readonly http: number;
  readonly https: number;
  readonly upstreams: readonly number[];
}

interface Proxy {
  readonly program: string;
  /** Writes the configuration for these ports into `home` and returns the program's arguments. */
  configure(home: string, ports: Ports): string[];
}

const root = join(import.meta.dirname, '../../..');
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

/** The settings outside of deploy/nginx.conf that docs/operating.md names. */
const nginxDuty = (name: string): string => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  return new RegExp(`\\b${name} \\d+;`).exec(text)?.[0] ?? '';
};

const proxies: Readonly<Record<ProxyName, Proxy>> = {
  nginx: {
    program: 'nginx',
    configure: (home, { http, https, upstreams }) => {
      selfSigned(home);
      const site = deployed('nginx.conf')
        .replaceAll('/etc/letsencrypt/live/example.org', home)
        .replaceAll('/var/log/nginx', home)
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
        .replace(/^ *server 127\.0\.0\.1:3000(.*;)$/m, (_line, options) =>
          upstreams.map((port) => `server 127.0.0.1:${port}${options}`).join('\n'),
        );
      const outside = `daemon off;\npid ${home}/pid;\n${nginxDuty('worker_rlimit_nofile')}\n`;
      writeFileSync(
        join(home, 'nginx.conf'),
        // Debian's nginx.conf has such a log before it includes conf.d: logs of one level add up.
        `${outside}events { ${nginxDuty('worker_connections')} }\nhttp {\naccess_log ${home}/access.log;\n${site}\n}\n`,
      );
      return ['-e', join(home, 'start.log'), '-c', join(home, 'nginx.conf')];
    },
  },
  Caddy: {
    program: 'caddy',
    configure: (home, { http, https, upstreams }) => {
      const local = `http_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n`;
      const site = deployed('Caddyfile')
        .replace('\n{\n', `\n{\n\t${local}`)
        .replace('127.0.0.1:3000', upstreams.map((port) => `127.0.0.1:${port}`).join(' '));
      writeFileSync(join(home, 'Caddyfile'), site);
      return ['run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')];
    },
  },
  HAProxy: {
    program: 'haproxy',
    configure: (home, { http, https, upstreams }) => {
      selfSigned(home);
      const pem = join(home, 'both.pem');
      writeFileSync(
        pem,
        ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(home, name))).join(''),
      );
      const lines = deployed('haproxy.cfg')
        .replace('/etc/haproxy/example.org.pem', pem)
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .split('\n')
        .filter((line) => !/^ +server /.test(line));
      const servers = upstreams.map((port) => `  server copy-${port} 127.0.0.1:${port}`);
      writeFileSync(join(home, 'haproxy.cfg'), [...lines, ...servers, ''].join('\n'));
      return ['-f', join(home, 'haproxy.cfg')];
    },
  },
};

function selfSigned(home: string): void {
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=example.org'];
  const files = ['-keyout', `${home}/privkey.pem`, '-out', `${home}/fullchain.pem`];
  spawnSync('openssl', ['req', '-x509', ...subject, ...files]);
}
