import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { tryLock } from '../../start.mjs';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The packed server, installed into an empty folder. */
export interface InstalledServer {
  /** The folder into which it was installed. */
  readonly folder: string;
  /** Runs the package's program in `folder` and returns its standard output. */
  readonly command: (folder: string, ...args: string[]) => Promise<string>;
  /** Copies projects of the fixtures into one, starts the server on it and returns its address and keys. */
  readonly start: (...projects: string[]) => Promise<RunningProject>;
  readonly remove: () => Promise<void>;
}

export interface RunningProject {
  readonly folder: string;
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

/** The environment of a user's terminal, without this repository's programs and settings. */
export const environment = (port: number): NodeJS.ProcessEnv => {
  const { HOME, PATH = '' } = process.env;
  const others = PATH.split(':').filter((folder) => !folder.startsWith(root));
  return { HOME, PATH: others.join(':'), PORT: String(port) };
};

/** Parses lines of `NAME=value`. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

const installFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];

/** Installs a package of npm's into a project. Returns whether the registry had it. */
export async function installPackage(folder: string, name: string): Promise<boolean> {
  writeFileSync(join(folder, 'package.json'), '{}');
  return run('npm', ['install', ...installFlags, name], { cwd: folder }).then(
    () => true,
    () => false,
  );
}

/** Packs `server/`. One at a time, because packing builds `server/dist`. */
async function packAlone(home: string) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (;;) {
    const lock = tryLock(join(root, '.cache/pack.lock'), 'pack');
    if ('release' in lock) {
      const packing = run('npm', ['pack', '--json', '--pack-destination', home], {
        cwd: join(root, 'server'),
      });
      return packing.finally(lock.release);
    }
    await pause(100);
  }
}

/** Packs `server/` and installs the tarball without install scripts. */
export async function installServer(): Promise<InstalledServer> {
  const home = mkdtempSync(join(tmpdir(), 'installed-server-'));
  const pack = await packAlone(home);
  const [{ filename }] = JSON.parse(pack.stdout.slice(pack.stdout.indexOf('[\n'))) as [{ filename: string }];
  const packages = join(home, 'packages');
  mkdirSync(packages);
  writeFileSync(join(packages, 'package.json'), '{}');
  await run('npm', ['install', ...installFlags, join(home, filename)], { cwd: packages });
  const program = join(packages, 'node_modules/.bin/solostead-server');
  const stops: (() => Promise<unknown>)[] = [];

  const command = async (folder: string, ...args: string[]) =>
    (await run(program, args, { cwd: folder, env: environment(0) })).stdout;

  async function start(...projects: string[]): Promise<RunningProject> {
    const folder = mkdtempSync(join(home, 'project-'));
    for (const project of projects)
      cpSync(join(root, 'server/tests/fixtures', project), folder, { recursive: true });
    const port = await freePort();
    const env = environment(port);
    const child = spawnWithUs(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    stops.push(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => String(chunk).includes('"msg":"ready"') && resolve());
      child.once('close', () => reject(new Error(output)));
    });
    const keys = variablesOf((await run(program, ['keys'], { cwd: folder, env })).stdout);
    return {
      folder,
      url: keys['SUPABASE_URL']!,
      publishableKey: keys['SUPABASE_PUBLISHABLE_KEY']!,
      secretKey: keys['SUPABASE_SECRET_KEY']!,
    };
  }

  const remove = async () => {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(home, { recursive: true, force: true });
  };
  return { folder: packages, command, start, remove };
}
