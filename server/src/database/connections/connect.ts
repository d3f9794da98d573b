import { Client, type ClientBase, type ClientConfig, type Connection } from 'pg';
import { DatabaseUnavailable } from '../database.ts';

/** How long one attempt to connect may take, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** A connection for programs that need one of their own; a server that stays silent is given up. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** How to connect, and the settings that the connection gets at once, in their order: put `role` last. */
export interface ConnectionOptions extends ClientConfig {
  /** Set by a statement: poolers refuse or drop what comes in the start-up packet. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Gives a new connection its settings, and makes sure that it leads to a server that takes writes.
 * @throws DatabaseUnavailable when it leads to a standby, or to a server that is read-only
 */
export async function prepareConnection(
  client: ClientBase,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const calls = Object.keys(settings).map(
    (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`,
  );
  const text = `select ${[`(${IS_READ_ONLY}) as "isReadOnly"`, ...calls].join(', ')}`;
  const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
    client.query<{ isReadOnly: boolean }>(text, Object.entries(settings).flat()),
  );
  if (rows[0]!.isReadOnly) throw new DatabaseUnavailable(READ_ONLY_SENTENCE);
}

export const READ_ONLY_SENTENCE = 'The database is a standby, or read-only.';

/** SQL that is true where a connection takes no writes, also where the transaction itself allows them. */
export const IS_READ_ONLY = `pg_catalog.pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'`;

/** Runs `work`, and breaks the connection when that takes longer: its server vanished without closing it. */
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
