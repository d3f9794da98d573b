import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isUnavailable } from '../connections/unavailable.ts';
import { programEnvironment } from './cluster.ts';
import { type Placement, SOCKET } from './placement.ts';
import { isAlive } from '../../process/alive.mjs';
import { runsIn, WITH_WATCHDOG } from './processes.ts';
import { memoryBytes, sharedBuffersMb, sizeOfDatabases } from './shared-buffers.ts';
import { UserError } from '../../configuration/user-error.ts';

/** A running PostgreSQL. */
export type Postmaster = Awaited<ReturnType<typeof startPostmaster>>;

/** The time PostgreSQL has to end after a signal, or to release its data directory. */
const SHUTDOWN_TIMEOUT_MS = 10_000;
/** The time a healthy PostgreSQL has to write its last checkpoint, which takes long on a slow disk. */
const CHECKPOINT_TIMEOUT_MS = 60_000;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '80',
  // Commits are frequent and small, and PostgreSQL touches this memory at its start.
  wal_buffers: '2MB',
  io_method: 'sync',
  // Handles for read-ahead, which are touched at the start. Without workers a session uses few.
  io_max_concurrency: '4',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // No process that would launch what the level of the log does not allow.
  max_logical_replication_workers: '0',
  // Locks of serializable transactions, which we do not use. Their table is touched at the start.
  max_pred_locks_per_transaction: '10',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain what visitors typed, so neither may reach the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** Starts PostgreSQL and waits until it answers. It first stops one that still runs there without its server. */
export async function startPostmaster(placement: Placement) {
  await stopPostgres(placement);
  removeSocket(placement);
  const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
  for (;;) {
    const child = launch(placement);
    const ended = once(child, 'close');
    if (await answers(placement, child)) {
      return {
        /** Settles when it has ended, for any reason. */
        ended,
        /** Disconnects everyone, writes what is pending and ends it. */
        stop: async () => {
          // After a crash the record may name its successor, which is still starting.
          if (child.exitCode === null && child.signalCode === null)
            await stopPostgres(placement, CHECKPOINT_TIMEOUT_MS);
          child.stdin?.end();
          await ended;
        },
      };
    }
    child.stdin?.end();
    await ended;
    const reason = tailOfLog(placement.logFile);
    if (!/lock file|shared memory|in use/.test(reason) || Date.now() > deadline) {
      throw new UserError(`PostgreSQL does not start: ${reason}. ${placement.logFile} says more.`);
    }
    await pause(100);
  }
}

/**
 * The most memory of one of PostgreSQL's processes besides what all share. A statement that needs more fails with
 * SQLSTATE 53200, before the system kills a process, which would end all connections.
 */
const MAX_PROCESS_MB = 512;

/** Has glibc return blocks from 1 MB on as soon as they are free. Otherwise it keeps them for a later use. */
const returnsMemory = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Limits the address space where the system can, which does not apply to macOS. */
const LIMITED = 'ulimit -v "$1" 2>/dev/null; shift\n';

function launch({ programs, data, known, logFile, account }: Placement): ChildProcess {
  const isLong = existsSync(logFile) && statSync(logFile).size > 10_000_000;
  const log = openSync(logFile, isLong ? 'w' : 'a', 0o600);
  if (account) chownSync(logFile, account.uid, account.gid);
  const sharedMb = sharedBuffersMb(sizeOfDatabases(data), memoryBytes());
  const all = {
    ...settings,
    shared_buffers: `${sharedMb}MB`,
    unix_socket_directories: known.socketDir,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const limitKb = (sharedMb + MAX_PROCESS_MB) * 1024;
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      LIMITED + WITH_WATCHDOG,
      'sh',
      String(limitKb),
      join(programs, 'bin/postgres'),
      '-D',
      known.data,
      ...flags,
    ],
    {
      ...account,
      cwd: data,
      env: { ...programEnvironment, ...returnsMemory },
      detached: true, // Ctrl-C is for us: PostgreSQL ends after the last request
      stdio: ['pipe', log, log],
    },
  );
  closeSync(log);
  child.on('error', () => {});
  return child;
}

/** Waits until PostgreSQL accepts connections. Returns false if it ended instead. */
async function answers({ socketDir }: Placement, child: ChildProcess): Promise<boolean> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false;
    const client = new Client({ host: socketDir, user: 'postgres', database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await pause(10);
    }
  }
}

/**
 * Stops the PostgreSQL of `data`, and clears the record of one that is not there any more. The recorded process id may
 * belong to another program by now, or to the PostgreSQL of the directory that `data` was copied from.
 */
export async function stopPostgres(
  { data }: Pick<Placement, 'data'>,
  interruptMs = SHUTDOWN_TIMEOUT_MS,
): Promise<void> {
  const record = join(data, 'postmaster.pid');
  if (!existsSync(record)) return;
  const pid = Number(readFileSync(record, 'utf8').split('\n')[0]);
  const isOurs = () => isAlive(pid) && runsIn(pid, 'postgres', data);
  // PostgreSQL may ignore SIGINT during a recovery. SIGQUIT ends that too and leaves the data as a crash does.
  for (const [signal, timeoutMs] of [
    ['SIGINT', interruptMs],
    ['SIGQUIT', SHUTDOWN_TIMEOUT_MS],
  ] as const) {
    if (isOurs()) process.kill(pid, signal);
    for (const deadline = Date.now() + timeoutMs; isOurs() && Date.now() < deadline;) await pause(20);
  }
  if (isOurs()) throw new UserError(`PostgreSQL (process ${pid}) does not end: kill it, then try again.`);
  rmSync(record, { force: true });
}

/** A copied data directory has the socket's lock file of a PostgreSQL that may still run elsewhere. */
function removeSocket({ socketDir }: Placement): void {
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(join(socketDir, name), { force: true });
}

function tailOfLog(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-6);
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC): */,
    '',
  );
}
