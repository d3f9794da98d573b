import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { CONNECT_TIMEOUT_MS } from './connect.ts';
import { type Host, type Hosts, hostsOf } from './hosts.ts';
import { asPromised, isUnavailable } from './unavailable.ts';

/** The idle timeout of a connection, which uses 4 to 5 MB of PostgreSQL's memory. */
const IDLE_TIMEOUT_MS = 10_000;

/** The time a caller waits for a connection while PostgreSQL restarts. */
const ACQUIRE_TIMEOUT_MS = 10_000;

/**
 * Opens at most `max` connections to the first of a URL's hosts that takes them, when needed, and gives up idle ones.
 * @param name the session name in pg_stat_activity, where the URL has none
 * @param prepare runs on each new connection, and refuses it by rejecting
 */
export function openPool(
  url: string,
  max: number,
  name: string,
  prepare: (client: ClientBase) => Promise<void>,
) {
  const hosts = hostsOf(url);
  const options: PoolConfig & { onConnect(client: ClientBase): Promise<void> } = {
    max,
    fallback_application_name: name,
    Client: clientOf(hosts),
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    onConnect: async (client) => {
      try {
        await prepare(client);
      } catch (error) {
        (client as HostClient).avoid();
        throw error;
      }
    },
  };
  const pool = new Pool(options);
  pool.on('error', () => {
    // A connection that breaks while idle has already left the pool. The next caller gets a new one.
  });
  return { acquire: () => acquire(pool, hosts.size), close: () => pool.end() };
}

/**
 * Returns a connection, to be released. Waits up to ten seconds for a server that is not there, and as long for one of
 * the pool's connections.
 * @throws DatabaseUnavailable if the server is still not there, PoolBusy if all connections are still in use
 */
async function acquire(pool: Pool, hosts: number): Promise<PoolClient> {
  const deadline = Date.now() + ACQUIRE_TIMEOUT_MS;
  let wait = 20;
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isUnavailable(error) || Date.now() + wait > deadline) throw asPromised(error);
    }
    // The other hosts are tried at once.
    if (attempt % hosts > 0) continue;
    await pause(wait);
    wait = Math.min(wait * 2, 500);
  }
}

interface HostClient extends ClientBase {
  /** Has the next connection tried elsewhere. */
  avoid(): void;
}

/** The driver's client, each made for the host that is to be tried next. */
function clientOf(hosts: Hosts): new (config?: ClientConfig) => HostClient {
  return class extends Client {
    readonly #host: Host;

    constructor(config: ClientConfig = {}) {
      const host = hosts.next();
      super({ ...config, ...host });
      this.#host = host;
      const connect = this.connect.bind(this) as (callback: (error?: Error) => void) => void;
      const connectOrAvoid = (callback: (error?: Error) => void): void =>
        connect((error) => {
          if (error) this.avoid();
          callback(error);
        });
      this.connect = connectOrAvoid as Client['connect'];
    }

    avoid(): void {
      hosts.avoid(this.#host);
    }
  };
}
