import { chmodSync, chownSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { queryAt } from '@solostead/server-testkit/databases/connect';
import { CLUSTER_PASSWORD } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { type Keeper, startKeeper } from './keeper.ts';
import { makeNode, type Node } from './node.ts';

/** Three PostgreSQL 15 with synchronous replication that choose their primary, and a proxy that leads to it. */
export interface Cluster {
  readonly nodes: readonly Node[];
  /** Returns a database URL of the primary, the superuser's without a `user`. */
  url(database?: string, user?: string): string;
  /** Rows of one statement at the primary. */
  sql<Row extends QueryResultRow = QueryResultRow>(text: string, database?: string): Promise<Row[]>;
  primary(): Promise<Node>;
  /** Resolves when there is one primary, a synchronous standby, and every node follows. */
  settled(): Promise<void>;
  /** Hands the lead to another node in good order. */
  switchover(): Promise<Node>;
  /** Sets if the proxy ends connections to a former primary. */
  endsSessions(does: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'solostead-cluster-'));
  chmodSync(home, 0o755);
  const keeper = startKeeper(home);
  try {
    return await build(home, keeper);
  } catch (error) {
    await keeper.stop();
    throw error;
  }
}

async function build(home: string, keeper: Keeper): Promise<Cluster> {
  const etcdPort = await startEtcd(home, keeper);
  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three']) nodes.push(await makeNode(name, { keeper, home, etcdPort }));
  for (const node of nodes) node.start();
  const proxy = await startProxy(home, keeper, nodes);
  const url = (database = 'postgres', user = 'postgres') =>
    `postgres://${user}:${CLUSTER_PASSWORD}@127.0.0.1:${proxy.port}/${database}`;

  const findPrimary = async () => {
    const take = await Promise.all(nodes.map((node) => node.takesWrites()));
    return nodes.find((_, index) => take[index]) ?? null;
  };
  const primary = async (): Promise<Node> => {
    let found: Node | null = null;
    await eventually(async () => (found = await findPrimary()) !== null, 60);
    return found!;
  };
  const sql = async <Row extends QueryResultRow>(text: string, database?: string) =>
    queryAt<Row>((await primary()).url(database), text);
  const isSettled = async () => {
    const rows = await sql<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where state = 'streaming' and application_name in ('one', 'two', 'three')`,
    ).catch(() => []);
    return rows.length === nodes.length - 1 && rows.some(({ sync_state }) => sync_state === 'sync');
  };
  const settled = () => eventually(isSettled, 90);
  await settled();
  return {
    nodes,
    url,
    sql,
    primary,
    settled,
    endsSessions: proxy.endsSessions,
    async switchover() {
      const leader = await primary();
      // Refused until the agents have agreed on the synchronous standby.
      await eventually(() => askForSwitchover(leader), 30);
      return leader;
    },
    stop: () => keeper.stop(),
  };
}

async function askForSwitchover(leader: Node): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${leader.agentPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name }),
  });
  return answer.ok;
}

/** Answers the port of its clients. */
async function startEtcd(home: string, keeper: Keeper): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()];
  const at = (to: number) => `http://127.0.0.1:${to}`;
  const data = mkdtempSync(join(home, 'etcd-'));
  if (keeper.user) chownSync(data, keeper.user.uid, keeper.user.gid);
  const args = [
    '--data-dir',
    data,
    '--enable-v2',
    ...['--listen-client-urls', at(port), '--advertise-client-urls', at(port)],
    ...['--listen-peer-urls', at(peers), '--initial-advertise-peer-urls', at(peers)],
    ...['--initial-cluster', `default=${at(peers)}`],
  ];
  keeper.start('/usr/bin/etcd', args, { cwd: data, log: openSync(join(home, 'etcd.log'), 'a') });
  await eventually(async () => (await fetch(`${at(port)}/v2/keys/`).catch(() => null))?.ok === true, 30);
  return port;
}

/** HAProxy with the configuration that deploy/ hands out, for loopback. */
async function startProxy(home: string, keeper: Keeper, nodes: readonly Node[]) {
  const port = await freePort();
  const handedOut = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy-postgres.cfg'), 'utf8');
  const servers = nodes.map(
    ({ name, port: to, agentPort }) => `  server ${name} 127.0.0.1:${to} maxconn 300 check port ${agentPort}`,
  );
  const lines = handedOut.split('\n').filter((line) => !line.startsWith('  server '));
  const text = [...lines, ...servers, ''].join('\n').replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`);
  const file = join(home, 'haproxy.cfg');
  const run = (configuration: string) => {
    writeFileSync(file, configuration);
    return keeper.start('/usr/sbin/haproxy', ['-db', '-q', '-f', file], {
      cwd: home,
      log: openSync(join(home, 'haproxy.log'), 'a'),
    });
  };
  let running = run(text);
  return {
    port,
    async endsSessions(does: boolean) {
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGKILL');
      await ended;
      running = run(does ? text : text.replace(' on-marked-down shutdown-sessions', ''));
    },
  };
}
