import { hostname } from 'node:os';
import { Client, type ClientBase, type Connection } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { hostsOf } from './hosts.ts';
import { isUnavailable } from './unavailable.ts';

/** The timeout of a connection's first statement, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Returns the session name of the copy in process `pid`, shown in pg_stat_activity. */
export const copyName = (pid = process.pid): string => `solostead ${hostname().slice(0, 40)} ${pid}`;

/** Settings of a new connection, applied in order. Put `role` last. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Opens a separate connection to the first of the URL's hosts that accepts writes. A single host need not accept
 * them. A silent host is given up. Errors of the connection are ignored, because it ends.
 */
export async function connect(url: string): Promise<Client> {
  const hosts = hostsOf(url);
  const failures: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const host = hosts.next();
    const client = new Client({ ...host, fallback_application_name: copyName() });
    client.on('error', () => {});
    try {
      await client.connect();
      if (hosts.size > 1) await prepareConnection(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (hosts.size === 1 || !isUnavailable(error)) throw error;
      hosts.avoid(host);
      failures.push(`${client.host}:${client.port}: ${(error as Error).message}`);
      if (attempt === hosts.size) throw new DatabaseUnavailable(failures.join('; '), { cause: error });
    }
  }
}

/** Gives a new connection its settings. @throws DatabaseUnavailable if its server is a standby, or read-only */
export async function prepareConnection(client: ClientBase, settings: Settings = {}): Promise<void> {
  const calls = Object.keys(settings).map(
    (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`,
  );
  const text = `select ${[`(${IS_READ_ONLY}) as "isReadOnly"`, ...calls].join(', ')}`;
  const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
    client.query<{ isReadOnly: boolean }>(text, Object.entries(settings).flat()),
  );
  if (rows[0]!.isReadOnly) throw new DatabaseUnavailable(READ_ONLY_SENTENCE);
}

export const READ_ONLY_SENTENCE = 'it is a standby, or read-only';

/** SQL that is true where a connection takes no writes, also where the transaction itself allows them. */
export const IS_READ_ONLY = `pg_catalog.pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'`;

/** Runs `work` and breaks the connection at a timeout, when its server vanished without closing it. */
export async function withDeadline<Answer>(
  client: ClientBase,
  milliseconds: number | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!milliseconds) return work();
  const timer = setTimeout(() => connectionOf(client).stream.destroy(), milliseconds);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** The wire below, which the typings of a client leave out. */
export const connectionOf = (client: ClientBase): Connection =>
  (client as unknown as { connection: Connection }).connection;
