import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { canConnect, unprivileged } from '../databases/connect.ts';
import { CLUSTER_PASSWORD } from '../databases/postgres.ts';
import { eventually } from '../servers/processes.ts';
import { spawnWithUs } from '../servers/end-with-us.ts';

/** Returns true if PgBouncer is installed. */
export const hasPgbouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler {
  readonly pid: number;
  /** Its folder. */
  readonly home: string;
  url(database: string): string;
  stop(): Promise<void>;
}

/** PgBouncer before the PostgreSQL at `port`, set up as it comes but for its mode and the sessions it may have for a database. */
export async function startPgbouncer(
  port: number,
  mode: 'session' | 'transaction' | 'statement',
  sessions = 60,
): Promise<Pooler> {
  const home = mkdtempSync(join(tmpdir(), 'solostead-bouncer-'));
  const own = await freePort();
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(join(home, 'users'), `"postgres" "${CLUSTER_PASSWORD}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, 'users')}
pool_mode = ${mode}
default_pool_size = ${sessions}
`,
  );
  chmodSync(home, 0o755);
  if (unprivileged)
    for (const name of ['users', 'pgbouncer.ini'])
      chownSync(join(home, name), unprivileged.uid, unprivileged.gid);
  const child = spawnWithUs('pgbouncer', ['-q', file], { ...unprivileged, stdio: 'ignore' });
  const url = (database: string) => `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${own}/${database}`;
  await eventually(() => canConnect(url('postgres')));
  return {
    pid: child.pid!,
    home,
    url,
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
