import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../server/tests/harness/network/free-port.ts';
import { newFolder } from '../../../server/tests/harness/new-folder.ts';
import { spawnWithUs } from '../../../server/tests/harness/servers/end-with-us.ts';

const root = join(import.meta.dirname, '../../..');
const deployed = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: 'nginx',
    configure: (home, { http, https, upstream }) => {
      selfSigned(home);
      const site = deployed('nginx.conf')
        .replaceAll('/etc/letsencrypt/live/example.org', home)
        .replaceAll('/var/log/nginx', home)
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
      writeFileSync(
        join(home, 'nginx.conf'),
        // Debian's nginx.conf has such a line before it includes conf.d: logs of one level add up.
        `daemon off;\npid ${home}/pid;\nevents {}\nhttp {\naccess_log ${home}/access.log;\n${site}\n}\n`,
      );
      return ['-e', join(home, 'start.log'), '-c', join(home, 'nginx.conf')];
    },
  },
  Caddy: {
    program: 'caddy',
    configure: (home, { http, https, upstream }) => {
      const local = `http_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n`;
      const site = deployed('Caddyfile')
        .replace('\n{\n', `\n{\n\t${local}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
      writeFileSync(join(home, 'Caddyfile'), site);
      return ['run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')];
    },
  },
  HAProxy: {
    program: 'haproxy',
    configure: (home, { http, https, upstream }) => {
      selfSigned(home);
      const pem = join(home, 'both.pem');
      writeFileSync(
        pem,
        ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(home, name))).join(''),
      );
      const site = deployed('haproxy.cfg')
        .replace('/etc/haproxy/example.org.pem', pem)
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replaceAll(/10\.0\.0\.\d:3000/g, `127.0.0.1:${upstream}`);
      writeFileSync(join(home, 'haproxy.cfg'), site);
      return ['-f', join(home, 'haproxy.cfg')];
    },
  },
};

test.for(Object.keys(proxies))(
  'the example for %s logs no secret of a link, and redirects to TLS',
  async (name, { skip }) => {
    if (!canRun(proxies[name]!.program)) skip(`no ${name} here`);
    const { http, https, said } = await started(name);
    const paths = [
      `/my-application?key=${SECRET}`,
      `/my-application%3Fkey=${SECRET}`,
      `/confirm-email?application_id=${SECRET}`,
      '/case-study',
    ];
    for (const path of paths)
      await expect.poll(async () => (await open(request, https, path))?.statusCode).toBeOneOf([502, 503]);
    if (name === 'nginx') await expect.poll(said).toContain('GET /case-study');
    const { statusCode, headers } = (await open(requestPlain, http, paths[0]!))!;
    expect([301, 308]).toContain(statusCode);
    expect(headers.location).toContain('https://example.org');
    expect(headers['cache-control']).toBe('no-store');
    expect(said()).not.toContain(SECRET);
  },
);

interface Proxy {
  readonly program: string;
  /** Writes the configuration for these ports into `home` and returns the program's arguments. */
  configure(home: string, ports: { http: number; https: number; upstream: number }): string[];
}

function selfSigned(home: string): void {
  const subject = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=example.org'];
  const files = ['-keyout', `${home}/privkey.pem`, '-out', `${home}/fullchain.pem`];
  spawnSync('openssl', ['req', '-x509', ...subject, ...files]);
}

const SECRET = 'S3cretOfALink';

/** Requests a page of example.org. Resolves with null while nothing listens. */
const open = (get: typeof request, port: number, path: string): Promise<IncomingMessage | null> =>
  new Promise((resolve) => {
    const headers = { host: 'example.org', referer: `https://example.org${path}` };
    const options = { host: '127.0.0.1', port, path, headers, servername: 'example.org' };
    get({ ...options, rejectUnauthorized: false }, (response) =>
      response.resume().on('end', () => resolve(response)),
    )
      .on('error', () => resolve(null))
      .end();
  });

/** Starts a proxy. `said` returns its output and logs so far. */
async function started(name: string) {
  const { program, configure } = proxies[name]!;
  const home = newFolder();
  // No copy of Solostead answers there, so that the proxies log what they log of failed requests too.
  const ports = { http: await freePort(), https: await freePort(), upstream: await freePort() };
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
  const said = () =>
    globSync(join(home, '*.log')).reduce((all, file) => all + readFileSync(file, 'utf8'), output);
  return { http: ports.http, https: ports.https, said };
}

const canRun = (program: string) =>
  spawnSync(program, [program === 'caddy' ? 'version' : '-v']).status === 0 &&
  spawnSync('openssl', ['version']).status === 0;
