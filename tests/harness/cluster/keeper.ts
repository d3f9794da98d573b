import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { unprivileged } from '@solostead/server-testkit/databases/connect';

/** Starts programs in separate process groups, and ends all of them when this process ends for any reason. */
export interface Keeper {
  /** The user of the programs. Root uses another one, because PostgreSQL does not run as root. */
  readonly user: typeof unprivileged;
  start(program: string, args: readonly string[], options: KeeperOptions): ChildProcess;
  /** Also ends the PostgreSQL that a `postmaster.pid` names at the end. */
  watch(pidFile: string): void;
  stop(): Promise<void>;
}

interface KeeperOptions {
  readonly cwd: string;
  /** A file descriptor for both outputs. */
  readonly log: number;
}

/** `home` is removed in the end. */
export function startKeeper(home: string): Keeper {
  const program = join(import.meta.dirname, 'keeper.mjs');
  const keeper = spawn(process.execPath, [program, home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const tell = (what: object) => keeper.stdin.write(`${JSON.stringify(what)}\n`);
  return {
    user: unprivileged,
    start(command, args, { cwd, log }) {
      const child = spawn(command, [...args], {
        ...unprivileged,
        cwd,
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: process.env['PATH'], HOME: cwd, LANG: 'C.UTF-8', ETCD_UNSUPPORTED_ARCH: process.arch },
      });
      child.once('exit', () => tell({ ended: child.pid }));
      tell({ group: child.pid });
      return child;
    },
    watch: (pidFile) => void tell({ pidFile }),
    async stop() {
      keeper.stdin.end();
      if (keeper.exitCode === null) await once(keeper, 'exit');
    },
  };
}
