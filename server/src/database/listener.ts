import { type Client, escapeIdentifier } from 'pg';
import { connect, prepareConnection, withDeadline } from './connections/connect.ts';
import { type Database, DatabaseUnavailable } from './database.ts';

/** Between attempts to reconnect. */
const RETRY_MS = 500;

/** How often the server is asked whether it is still there: a silent loss would go unnoticed for hours. */
const POLL_INTERVAL_MS = 10_000;

/** How long each answer may take before the connection counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000;

type Heard = (payload: string) => void;

/**
 * Makes `Database.listen`: one connection for all channels, opened by the first call and reconnected until it is closed. It
 * is a session of its own: `url` must lead through no pooler that lends connections by the transaction.
 */
export class Listener {
  readonly #url: string;
  readonly #onLost: (error: DatabaseUnavailable) => void;
  readonly #heard = new Map<string, Set<Heard>>();
  #firstAttempt: Promise<void> | null = null;
  #client: Client | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `onLost` is called whenever the connection ends without `close`. */
  constructor(url: string, onLost: (error: DatabaseUnavailable) => void) {
    this.#url = url;
    this.#onLost = onLost;
  }

  /** Where the database is away, it is listened to once that is back. */
  readonly listen: Database['listen'] = async (channel, onNotification) => {
    const heard = this.#heard.get(channel) ?? new Set();
    const isNew = heard.size === 0;
    this.#heard.set(channel, heard.add(onNotification));
    await (this.#firstAttempt ??= this.#connect().catch(this.#reconnect));
    if (isNew) await this.#say('listen', channel);
    return async () => {
      heard.delete(onNotification);
      if (heard.size > 0) return;
      this.#heard.delete(channel);
      await this.#say('unlisten', channel);
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
      for (const heard of this.#heard.get(channel) ?? []) heard(payload);
    });
    try {
      await withDeadline(fresh, ANSWER_TIMEOUT_MS, () => prepareConnection(fresh));
      for (const channel of this.#heard.keys()) await ask(fresh, `listen ${escapeIdentifier(channel)}`);
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

  /** Notifications sent while disconnected are lost; one with an empty payload takes their place. */
  readonly #missed = (): void => {
    for (const each of this.#heard.values()) for (const heard of each) heard('');
  };

  /** A connection that breaks meanwhile says it all again when it is made anew. */
  async #say(verb: 'listen' | 'unlisten', channel: string): Promise<void> {
    if (this.#client && !this.#isClosed) {
      await ask(this.#client, `${verb} ${escapeIdentifier(channel)}`).catch(() => {});
    }
  }
}

const ask = (client: Client, text: string): Promise<unknown> =>
  withDeadline(client, ANSWER_TIMEOUT_MS, () => client.query(text));

/** Asks until the connection ends; one that does not answer in time is broken, which ends it. */
function keepAsking(client: Client): void {
  const timer = setInterval(() => void ask(client, 'select 1').catch(() => {}), POLL_INTERVAL_MS);
  client.once('end', () => clearInterval(timer));
}
