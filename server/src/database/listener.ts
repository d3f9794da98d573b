import { type Client, escapeIdentifier } from 'pg';
import { connect, prepareConnection, withDeadline } from './connections/connect.ts';
import { type Database, DatabaseUnavailable } from './database.ts';

const RETRY_MS = 500;

/** The interval of checks that the server still responds. A silent loss would go unnoticed for hours. */
const POLL_INTERVAL_MS = 10_000;

/** The timeout of each answer, after which the connection counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Implements `Database.listen` with one connection for all channels. The first call opens it, and it reconnects until
 * it is closed. It needs a session, so `url` must not use a pooler in transaction mode.
 */
export class Listener {
  readonly #url: string;
  readonly #onLost: (error: DatabaseUnavailable) => void;
  readonly #callbacks = new Map<string, Set<(payload: string) => void>>();
  #firstAttempt: Promise<void> | null = null;
  #client: Client | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `onLost` is called whenever the connection ends without `close`. */
  constructor(url: string, onLost: (error: DatabaseUnavailable) => void) {
    this.#url = url;
    this.#onLost = onLost;
  }

  /** If the database is away, listening starts once it is back. */
  readonly listen: Database['listen'] = async (channel, onNotification) => {
    const callbacks = this.#callbacks.get(channel) ?? new Set();
    const isNew = callbacks.size === 0;
    this.#callbacks.set(channel, callbacks.add(onNotification));
    await (this.#firstAttempt ??= this.#connect().catch(this.#reconnect));
    if (isNew) await this.#send('listen', channel);
    return async () => {
      callbacks.delete(onNotification);
      if (callbacks.size > 0) return;
      this.#callbacks.delete(channel);
      await this.#send('unlisten', channel);
    };
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#firstAttempt;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const fresh = await connect(this.#url);
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const notify of this.#callbacks.get(channel) ?? []) notify(payload);
    });
    try {
      await withDeadline(fresh, ANSWER_TIMEOUT_MS, () => prepareConnection(fresh));
      for (const channel of this.#callbacks.keys()) await ask(fresh, `listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) return fresh.end();
    this.#client = fresh;
    fresh.once('end', () => {
      if (!this.#isClosed)
        this.#onLost(new DatabaseUnavailable('The connection that listens for changes ended.'));
      this.#reconnect();
    });
    keepAsking(fresh);
  }

  readonly #reconnect = (): void => {
    this.#client = null;
    if (!this.#isClosed) {
      this.#retry = setTimeout(() => this.#connect().then(this.#missed, this.#reconnect), RETRY_MS);
    }
  };

  /** Notifications sent while disconnected are lost. One with an empty payload replaces them. */
  readonly #missed = (): void => {
    for (const each of this.#callbacks.values()) for (const notify of each) notify('');
  };

  /** A connection that breaks in between repeats everything when it reconnects. */
  async #send(verb: 'listen' | 'unlisten', channel: string): Promise<void> {
    if (this.#client && !this.#isClosed) {
      await ask(this.#client, `${verb} ${escapeIdentifier(channel)}`).catch(() => {});
    }
  }
}

const ask = (client: Client, text: string): Promise<unknown> =>
  withDeadline(client, ANSWER_TIMEOUT_MS, () => client.query(text));

/** Checks until the connection ends. One that does not answer in time is broken, which ends it. */
function keepAsking(client: Client): void {
  const timer = setInterval(() => void ask(client, 'select 1').catch(() => {}), POLL_INTERVAL_MS);
  client.once('end', () => clearInterval(timer));
}
