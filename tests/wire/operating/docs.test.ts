import { afterAll, beforeAll } from 'vitest';
import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { needs } from '../../../server/tests/harness/needs.ts';
import { describe, expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'solostead-docs-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe('commands in the documents', () => {
  test.for(lines)('%s', async (line, { server }) => {
    const here = line.replaceAll('/var/backups/solostead', join(folder, 'backups'));
    const { stdout } = await run('/bin/sh', ['-c', here], { cwd: root, env: server.env });
    expect(stdout).not.toBe('');
  });

  const commands = documents.flatMap((path) =>
    [...blocks(path, 'sh'), ...blocks(path, 'sh run')].flatMap(
      (block) => block.match(/npm run (?:-s )?(?:solostead -- )?[a-z:-]+/g) ?? [],
    ),
  );
  test.for([...new Set(commands)])('%s exists and has a help text', async (command, { server }) => {
    const [, script = '', rest = ''] = /^npm run (?:-s )?([a-z:-]+)(?: -- (.+))?$/.exec(command) ?? [];
    // The command that npm would run, without npm. The lines above use it.
    const { stdout } = await run('/bin/sh', ['-c', `${scripts[script]} ${rest} --help`], {
      cwd: root,
      env: server.env,
    });
    expect(stdout).toMatch(/npm run/);
  });

  test('every file and variable that they name exists', () => {
    const known = text('.env.example');
    for (const path of documents) {
      for (const [, link] of text(path).matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
        expect([path, link, existsSync(join(root, dirname(path), link!))]).toEqual([path, link, true]);
      }
      for (const [, name] of text(path).matchAll(/`tests\/([\w/.-]+)`/g)) {
        expect([path, name, existsSync(join(root, 'tests', name!))]).toEqual([path, name, true]);
      }
    }
    for (const [, name] of text('docs/operating.md').matchAll(/^([A-Z_]{4,})=/gm))
      expect(known).toContain(`#${name}=`);
  });
});

describe('files for operators', () => {
  test(
    'nginx accepts its configuration',
    needs(spawnSync('nginx', ['-v']).status === 0, 'no nginx here'),
    () => {
      const home = join(folder, 'nginx');
      mkdirSync(home);
      selfSigned(home);
      const site = text('deploy/nginx.conf').replaceAll('/etc/letsencrypt/live/example.org', home);
      writeFileSync(join(home, 'nginx.conf'), `pid ${home}/pid;\nevents {}\nhttp {\n${site}\n}\n`);
      const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', join(home, 'nginx.conf')], {
        encoding: 'utf8',
      });
      expect([stderr.replace(/.*\[(warn|alert)\].*\n/g, ''), status]).toEqual(['', 0]);
    },
  );

  test('Caddy accepts its configuration', needs(has('caddy', 'version'), 'no Caddy here'), () => {
    expect(said('caddy', 'validate', '--adapter', 'caddyfile', '--config', deployed('Caddyfile'))).toBe(0);
  });

  const hasBoth = has('haproxy', '-v') && has('openssl', 'version');
  test('HAProxy accepts its configuration', needs(hasBoth, 'no HAProxy here'), () => {
    const home = join(folder, 'haproxy');
    mkdirSync(home);
    const pem = selfSigned(home);
    const file = join(home, 'haproxy.cfg');
    writeFileSync(file, text('deploy/haproxy.cfg').replace('/etc/haproxy/example.org.pem', pem));
    expect(said('haproxy', '-c', '-q', '-f', file)).toBe(0);
  });

  test('systemd accepts its unit', needs(has('systemd-analyze', '--version'), 'no systemd here'), () => {
    const home = join(folder, 'systemd');
    mkdirSync(home);
    const unit = join(home, 'solostead.service');
    writeFileSync(unit, text('deploy/solostead.service').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    expect(said('systemd-analyze', 'verify', unit)).toBe(0);
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
    const [, program] = /^ExecStart=\/srv\/solostead\/\S+ (\S+)$/m.exec(text('deploy/solostead.service'))!;
    const [, command] = /^CMD \["node", "(.+)"\]$/m.exec(text('deploy/Dockerfile'))!;
    expect(existsSync(join(root, program!)) && program).toBe(command);
    const { dependencies } = JSON.parse(text('package.json'));
    for (const [, version] of text('deploy/Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm))
      expect(version).toBe(dependencies.node);
    for (const [, copied] of text('deploy/Dockerfile').matchAll(
      /^COPY --from=build \/srv\/solostead\/(\S+)/gm,
    )) {
      if (copied !== 'site/dist') expect([copied, existsSync(join(root, copied!))]).toEqual([copied, true]);
    }
  });
});

const deployed = (name: string) => join(root, 'deploy', name);

function has(program: string, flag: string): boolean {
  return spawnSync(program, [flag]).status === 0;
}

/** Runs a check to its end and returns its exit code. Throws its output if it is not 0. */
function said(program: string, ...args: string[]): number | null {
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

/** Source files below the folders, tests left out. */
/** Lists files that run, without tests and the data API's golden files, which only tests import. */
function sources(...folders: string[]): string[] {
  return folders.flatMap((path) =>
    readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name) && !name.includes('/golden/'))
      .map((name) => `${path}/${name}`),
  );
}

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const documents = ['docs/operating.md', 'docs/supabase.md'];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Code blocks whose info string is exactly `info`. */
const blocks = (path: string, info: string) =>
  [...text(path).matchAll(new RegExp(`^\`\`\`${info}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code]) =>
    code!.trim(),
  );

const lines = documents.flatMap((path) => blocks(path, 'sh run').flatMap((block) => block.split('\n')));
