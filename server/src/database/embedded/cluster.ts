import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '../../process/command-line.ts';
import { type Account, namedAccount, type Placement } from './placement.ts';
import { processesIn, WITH_WATCHDOG } from './processes.ts';
import { UserError } from '../../configuration/user-error.ts';

/** The major version of the bundled PostgreSQL. */
const MAJOR_VERSION = '18';

/** The environment of PostgreSQL's programs, without our variables, so that no PG* variable leaks in. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates a missing cluster unless `signal` aborts it. Refuses one of another major version and leaves it unchanged. */
export async function prepareCluster(placement: Placement, signal?: AbortSignal): Promise<void> {
  const { data } = placement;
  if (!fs.existsSync(data)) {
    if (fs.existsSync(`${data}.restoring`)) {
      throw new UserError(
        `A restore into ${data} was cut short: run ${commandLine('restore FILE')} again, or remove ${data}.restoring to begin without it.`,
      );
    }
    return initialise(placement, signal);
  }
  const found = readVersion(data);
  if (found === MAJOR_VERSION) return;
  throw new UserError(
    `${data} was made by PostgreSQL ${found ?? '(unknown)'}, this version runs ${MAJOR_VERSION}: ` +
      `back it up with the version that made it (${commandLine('backup FILE')}), move it away, and bring the file back (${commandLine('restore FILE')}).`,
  );
}

function readVersion(data: string): string | null {
  const path = join(data, 'PG_VERSION');
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8').trim() : null;
}

/** Initialises under another name first, so that an interrupted start leaves nothing that looks like data. */
async function initialise({ programs, data, known, account }: Placement, signal?: AbortSignal) {
  const draft = `${data}.new`;
  await killPrograms(draft);
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  const maker = account && namedAccount();
  if (maker) fs.chownSync(draft, maker.uid, maker.gid);
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const rest = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  // PostgreSQL's user may have no way to the draft, but starts in it.
  const target = known.data === data ? draft : known.data;
  const initdb = [join(programs, 'bin/initdb'), `--pgdata=${target}`, ...rest, ...locale];
  await run(initdb, draft, maker, signal).catch(async (error) => {
    await killPrograms(draft);
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  });
  if (account) giveTree(draft, account);
  fs.renameSync(draft, data);
}

const KILL_TIMEOUT_MS = 5_000;

/** Kills `initdb` and its children, here or left by a killed start, because the draft is about to be removed. */
async function killPrograms(draft: string): Promise<void> {
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  while (fs.existsSync(draft) && Date.now() < deadline) {
    const pids = processesIn('postgres', draft);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await pause(20);
  }
}

/** Kills a process unless it has just ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** Runs a program that ends when we do, or when `signal` is aborted. */
async function run(
  [program = '', ...args]: string[],
  cwd: string,
  maker: Account | null,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', WITH_WATCHDOG, 'sh', program, ...args], {
    ...maker,
    cwd,
    env: programEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  signal?.addEventListener('abort', () => void killPrograms(cwd), { once: true });
  const printed = text(child.stderr);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  child.stdin.destroy();
  if (code === 0) return;
  const lines = (await printed).trim().split('\n');
  const reason = lines.find((line) => /error|FATAL|could not/.test(line)) ?? lines.at(-1) ?? '';
  throw new UserError(`PostgreSQL could not make its data directory in ${cwd}: ${reason}.`);
}

function giveTree(path: string, { uid, gid }: Account): void {
  for (const name of ['', ...fs.readdirSync(path, { recursive: true, encoding: 'utf8' })])
    fs.lchownSync(join(path, name), uid, gid);
}
