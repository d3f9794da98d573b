import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../tests/harness/servers/free-port.ts';
import { serverEnvironment } from '../tests/harness/servers/server-environment.ts';
import { median, rounded } from './support/numbers.ts';
import { memoryOfTreeMiB } from './support/process-use.ts';

export const TITLE = 'npm start, built and warm, until the page is there, and the memory of an idle server';

const root = join(import.meta.dirname, '..');
const STARTS = 5;
/** By then a start has tidied up after itself, in milliseconds. */
const SETTLING = 15_000;
const goals = { seconds: 0.8, memoryMiB: 130 };

/** The first start makes the database, and is told apart. */
export async function measure(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'solostead-bench-start-'));
  const port = String(await freePort());
  const dist = join(root, '.cache/bench-site/dist');
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: port, SITE_DIST: dist, NODE_COMPILE_CACHE: '' });
  const url = `http://localhost:${port}/`;
  try {
    const builds = await measureBuilds(env);
    const first = await start(env, url);
    await first.stop();
    const seconds: number[] = [];
    let memoryMiB = 0;
    for (let count = 1; count <= STARTS; count += 1) {
      const started = await start(env, url);
      seconds.push(started.seconds);
      if (count === STARTS) memoryMiB = await idleMemory(started.pid);
      await started.stop();
    }
    const parts = await measureParts(env);
    const clone = { ...builds, 'first start, all built (database and migrations)': rounded(first.seconds) };
    const figures = { seconds: rounded(median(seconds)), parts, clone, memoryMiB };
    console.log(`  first page after ${figures.seconds} s (goal ${goals.seconds})`);
    for (const [part, took] of Object.entries(parts)) console.log(`    ${part}: ${took} s`);
    console.log('  from a fresh clone, after npm ci, each alone');
    for (const [part, took] of Object.entries(clone)) console.log(`    ${part}: ${took} s`);
    console.log(`  idle: ${memoryMiB} MiB, PostgreSQL included (goal ${goals.memoryMiB})`);
    return { ...figures, goals };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const node = join(root, 'node_modules/.bin/node');

/** Seconds that a program takes to end. */
async function timeOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return (performance.now() - begun) / 1000;
}

/** What a first start builds, each alone; they are there afterwards. */
async function measureBuilds(env: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const site = { ...env, PUBLIC_SUPABASE_KEY: env['SUPABASE_PUBLISHABLE_KEY'] };
  const bundle = mkdtempSync(join(tmpdir(), 'solostead-bench-bundle-'));
  try {
    return {
      'bundling the server': rounded(
        await timeOf(node, ['scripts/lib/bundle-server.mjs', join(bundle, 'server')], env),
      ),
      'building the site': rounded(await timeOf(node, ['scripts/build.mjs', '--force'], site)),
    };
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
}

/** The server's bundle, as the starts before have left it: what answers requests is a chunk of its own. */
async function chunksOfBundle(): Promise<readonly string[]> {
  const { bundledServer } = (await import(join(root, 'scripts/lib/server-bundle.mjs'))) as {
    readonly bundledServer: () => Promise<string>;
  };
  const bundle = await bundledServer();
  const chunks = readdirSync(bundle).filter((file) => /^(app|lab|mailer)-.*\.mjs$/.test(file));
  return ['serve-lab.mjs', ...chunks].map((file) => join(bundle, file));
}

/** What a start is made of, each alone and after what it needs: later parts hold the earlier ones. */
async function measureParts(env: Readonly<Record<string, string>>): Promise<Record<string, number>> {
  const [entry = '', ...chunks] = await chunksOfBundle();
  const load = (...files: string[]) => ['-e', files.map((file) => `await import('${file}')`).join(';')];
  const parts: Record<string, readonly [string, readonly string[]]> = {
    'Node alone': [node, ['-e', '0']],
    'npm and the script': ['npm', ['start', '--silent', '--', '--help']],
    'the bundle’s entry': [node, load(entry)],
    'all of the bundle that answers': [node, load(entry, ...chunks)],
  };
  const taken: Record<string, number> = {};
  for (const [part, [program, args]] of Object.entries(parts)) {
    const times: number[] = [];
    for (let count = 0; count < STARTS; count += 1) times.push(await timeOf(program, args, env));
    taken[part] = rounded(median(times));
  }
  return taken;
}

/** As an operator starts it: `npm start`, until the page answers. `pid` is the server's. */
async function start(env: Readonly<Record<string, string>>, url: string) {
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await fetch(url).catch(() => null))?.ok) await pause(5);
  if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
  const seconds = (performance.now() - begun) / 1000;
  const facts = readFileSync(join(env['DATA_DIR']!, 'server.json'), 'utf8');
  const { pid } = JSON.parse(facts) as { pid: number };
  const stop = async (): Promise<void> => {
    process.kill(pid, 'SIGTERM');
    await ended;
  };
  return { seconds, pid, stop };
}

/** Of the server and its PostgreSQL, without the npm that started them. */
async function idleMemory(pid: number): Promise<number> {
  await pause(SETTLING);
  return memoryOfTreeMiB(pid);
}
