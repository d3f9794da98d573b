import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endWithUs } from '@solostead/server-testkit/servers/end-with-us';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually, processesWith } from '@solostead/server-testkit/servers/processes';
import { putMigratedData, serverEnvironment } from '../harness/servers/server.ts';
import { buildTestSite } from '../harness/servers/site.ts';
import { needs } from '@solostead/server-testkit/needs';

const root = join(import.meta.dirname, '../..');

/** The Node of the machine, or the one that npm installed. */
const node = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .concat(join(root, 'node_modules/.bin'))
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file))!;

const npm = (() => {
  const found = spawnSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], {
    encoding: 'utf8',
  }).stdout.trim();
  return found.endsWith('.js') ? found : null;
})();

// The chain of processes is the longest under the machine's own Node.
describe('npm start', needs(npm !== null, 'no npm here'), () => {
  test.each([
    ['SIGTERM to npm', 'SIGTERM', true],
    ['kill -9 of npm, which cannot forward a signal,', 'SIGKILL', false],
  ] as const)('%s ends the server and PostgreSQL', async (_title, signal, isFirst) => {
    const started = await npmStart(false, isFirst);
    process.kill(started.npm.pid!, signal);
    await eventually(() => started.all().length === 0 && !isAlive(started.npm.pid!));
    expect(existsSync(join(started.dataDir, 'server.json'))).toBe(false);
  });

  test('Ctrl-C in a terminal ends everything', needs(hasScript, 'no `script` here'), async () => {
    const started = await npmStart(true);
    started.npm.stdin!.write('\u0003');
    await eventually(() => started.all().length === 0);
    expect(existsSync(join(started.dataDir, 'server.json'))).toBe(false);
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

interface Started {
  readonly npm: ChildProcess;
  readonly dataDir: string;
  /** The pids of everything that works for it. */
  all(): number[];
}

/** Runs `npm start` like a person, with npm, its shell, the script and the server. */
async function npmStart(hasTerminal: boolean, isFirst = false): Promise<Started> {
  await buildTestSite();
  const dataDir = makeTestFolder('solostead-npm-');
  if (!isFirst) await putMigratedData(dataDir);
  const env: Record<string, string> = {
    ...serverEnvironment({ DATA_DIR: dataDir, PORT: String(await freePort()) }),
    npm_config_update_notifier: 'false',
  };
  // The machine's own Node comes first, as it would for a person.
  env['PATH'] = [dirname(node), process.env['PATH']].join(delimiter);
  const args = [npm!, 'start'];
  // The first byte that is written ends script's wait for a terminal's other end.
  const child = hasTerminal
    ? spawn('script', ['-qefc', `exec ${node} ${args.join(' ')}`, '/dev/null'], {
        cwd: root,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
    : spawn(node, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithUs(child, 'SIGTERM');
  let output = '';
  child.stdout!.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const all = () => [...new Set([...processesWith(dataDir), ...serverOf(dataDir)])].filter(isAlive);
  onTestFinished(async () => {
    for (const pid of [...all(), child.pid!]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await eventually(() => processesWith(dataDir).length === 0);
    rmSync(dataDir, { recursive: true, force: true });
  });
  await eventually(() => output.includes('is ready at'), 120).catch(() => {
    throw new Error(`npm start did not get ready: ${output}`);
  });
  return { npm: child, dataDir, all };
}

/** The server's pid, while there is one. The server removes the file when it stops. */
function serverOf(dataDir: string): number[] {
  try {
    return [(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number }).pid];
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
