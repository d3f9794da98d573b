import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { serverEnvironment } from '../tests/harness/servers/server.ts';
import { median, rounded } from './support/numbers.ts';
import { memoryOfTreeMiB } from './support/process-use.ts';

export const TITLE = 'npm start, built and warm, until the page is there, and the memory of an idle server';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const STARTS = 5;
/** Milliseconds until a started server is idle. */
const SETTLING = 15_000;
const goals = { seconds: 0.7, memoryMiB: 120 };

/** The first start creates the database, and is reported separately. */
export async function measure(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'solostead-bench-start-'));
  const port = String(await freePort());
  const dist = join(root, '.cache/bench-site/dist');
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: port, SITE_DIST: dist, NODE_COMPILE_CACHE: '' });
  const url = `http://localhost:${port}/`;
  try {
    await run(join(root, 'node_modules/.bin/node'), ['scripts/build.mjs'], {
      cwd: root,
      env: { ...env, PUBLIC_SUPABASE_KEY: env['SUPABASE_PUBLISHABLE_KEY'] },
    });
    const first = await start(env, url);
    await first.stop();
    const seconds: number[] = [];
    let memoryMiB = 0;
    for (let count = 1; count <= STARTS; count += 1) {
      const started = await start(env, url);
      seconds.push(started.seconds);
      if (count === STARTS) {
        await pause(SETTLING);
        memoryMiB = memoryOfTreeMiB(started.pid);
      }
      await started.stop();
    }
    const figures = { seconds: rounded(median(seconds)), firstSeconds: rounded(first.seconds), memoryMiB };
    console.log(`  first page after ${figures.seconds} s (goal ${goals.seconds})`);
    console.log(`  first start, all built (database and migrations): ${figures.firstSeconds} s`);
    console.log(`  idle: ${memoryMiB} MiB, PostgreSQL included (goal ${goals.memoryMiB})`);
    return figures;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Runs `npm start` until the page answers. `pid` is the server's. */
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
