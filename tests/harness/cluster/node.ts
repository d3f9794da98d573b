import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { CLUSTER_PASSWORD } from '@solostead/server-testkit/databases/postgres';
import type { Keeper } from './keeper.ts';

/** One machine of the cluster with PostgreSQL and its agent. */
export interface Node {
  readonly name: string;
  readonly port: number;
  /** The port of the agent's status. */
  readonly agentPort: number;
  url(database?: string): string;
  start(): void;
  /** Returns true if it is the primary and commits a write, tested without a proxy. */
  takesWrites(): Promise<boolean>;
  /** Ends PostgreSQL and the agent with SIGKILL. */
  kill(): Promise<void>;
  /** Stops all its processes like a machine that hangs. `thaw` resumes them. */
  freeze(): void;
  thaw(): void;
}

interface Surroundings {
  readonly keeper: Keeper;
  readonly home: string;
  readonly etcdPort: number;
}

/** The shortest lease for a busy machine, which fits one loop and two tries at etcd. */
export const LEASE_SECONDS = 10;
const timing = { ttl: LEASE_SECONDS, loop_wait: 1, retry_timeout: 3 };
const PROGRAMS = '/usr/lib/postgresql/15/bin';

export async function makeNode(name: string, { keeper, home, etcdPort }: Surroundings): Promise<Node> {
  const folder = join(home, name);
  mkdirSync(folder);
  if (keeper.user) chownSync(folder, keeper.user.uid, keeper.user.gid);
  const [port, agentPort] = [await freePort(), await freePort()];
  const pidFile = join(folder, 'data/postmaster.pid');
  keeper.watch(pidFile);
  writeFileSync(
    join(folder, 'patroni.yml'),
    JSON.stringify(settings({ name, folder, port, agentPort, etcdPort })),
  );
  let agent: ChildProcess;
  const url = (database = 'postgres') =>
    `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${port}/${database}`;
  const family = () => processFamily([agent.pid!, postmaster(pidFile)].filter((pid) => pid !== null));
  return {
    name,
    port,
    agentPort,
    url,
    start() {
      const log = openSync(join(folder, 'log'), 'a');
      agent = keeper.start('/usr/bin/patroni', [join(folder, 'patroni.yml')], { cwd: folder, log });
    },
    takesWrites: () => takesWrites(url()),
    async kill() {
      const pids = family();
      const ended = agent.exitCode === null && agent.signalCode === null ? once(agent, 'exit') : null;
      for (const pid of pids) signal(pid, 'SIGKILL');
      await ended;
    },
    freeze() {
      for (const pid of family()) signal(pid, 'SIGSTOP');
    },
    thaw() {
      for (const pid of family()) signal(pid, 'SIGCONT');
    },
  };
}

interface Place {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  readonly agentPort: number;
  readonly etcdPort: number;
}

/** A `patroni.yml`, of which JSON is a part. The agent speaks etcd's v2 API, which compares before it swaps. */
function settings({ name, folder, port, agentPort, etcdPort }: Place): object {
  const login = (username: string) => ({ username, password: CLUSTER_PASSWORD });
  const listen = (to: number) => ({ listen: `127.0.0.1:${to}`, connect_address: `127.0.0.1:${to}` });
  const parameters = { max_connections: 200, fsync: 'on', wal_log_hints: 'on', max_wal_senders: 8 };
  return {
    scope: 'lab',
    name,
    restapi: listen(agentPort),
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      ...listen(port),
      data_dir: join(folder, 'data'),
      bin_dir: PROGRAMS,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    // Waits for a synchronous standby as every commit does, and changes no table.
    await client.query(`select pg_logical_emit_message(true, 'probe', '')`);
    return true;
  } catch {
    return false;
  } finally {
    await Promise.race([client.end().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 500))]);
  }
}

function postmaster(pidFile: string): number | null {
  try {
    return Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

/** Returns those processes that run, and all their descendants. */
function processFamily(roots: readonly number[]): number[] {
  const rows = execFileSync('ps', ['-ax', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const alive = new Set(pairs.map(([pid]) => pid));
  const family = new Set(roots.filter((pid) => alive.has(pid)));
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const [pid, parent] of pairs) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}
