import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../harness/network/free-port.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The packed server in an empty folder, with the packages that it declares. */
export interface InstalledServer {
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
const environment = (port: number): NodeJS.ProcessEnv => {
  const { HOME, PATH = '' } = process.env;
  const others = PATH.split(':').filter((folder) => !folder.startsWith(root));
  return { HOME, PATH: others.join(':'), PORT: String(port) };
};

/** Parses lines of `NAME=value`. */
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** Installs a package of npm's into a project. Returns whether the registry had it. */
export async function installPackage(folder: string, name: string): Promise<boolean> {
  writeFileSync(join(folder, 'package.json'), '{}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  return run('npm', ['install', ...flags, name], { cwd: folder }).then(
    () => true,
    () => false,
  );
}

type Manifest = Readonly<
  Record<'bin' | 'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>
>;

/** Links an installed package of this repository. Those for other machines are not installed. */
function linkPackage(name: string, modules: string): void {
  const places = ['server/node_modules', 'node_modules'].map((folder) => join(root, folder, name));
  const installed = places.find((place) => existsSync(place));
  if (installed === undefined) return;
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(installed, join(modules, name));
}

/**
 * Packs `server/` and unpacks the tarball. Next to it are links to the packages that its manifest declares and no others,
 * because installing them again with npm takes half of the test's time.
 */
export async function installServer(): Promise<InstalledServer> {
  const home = mkdtempSync(join(tmpdir(), 'installed-server-'));
  const pack = await run('npm', ['pack', '--json', '--pack-destination', home], {
    cwd: join(root, 'server'),
  });
  const [{ filename }] = JSON.parse(pack.stdout.slice(pack.stdout.indexOf('[\n'))) as [{ filename: string }];
  const modules = join(home, 'node_modules');
  const server = join(modules, '@solostead/server');
  mkdirSync(server, { recursive: true });
  await run('tar', ['-xzf', join(home, filename), '--strip-components=1', '-C', server]);
  const manifest = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    linkPackage(name, modules);
  const program = join(server, manifest.bin['solostead-server']!);
  const stops: (() => Promise<unknown>)[] = [];

  const command = async (folder: string, ...args: string[]) =>
    (await run(program, args, { cwd: folder, env: environment(0) })).stdout;

  async function start(...projects: string[]): Promise<RunningProject> {
    const folder = mkdtempSync(join(home, 'project-'));
    for (const project of projects)
      cpSync(join(root, 'server/tests/fixtures', project), folder, { recursive: true });
    const port = await freePort();
    const env = environment(port);
    const child = spawn(program, ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    stops.push(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => String(chunk).includes('"msg":"ready"') && resolve());
      child.once('close', () => reject(new Error(said)));
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
  return { command, start, remove };
}
