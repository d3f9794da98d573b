import { Client, escapeIdentifier } from 'pg';
import { type ConnectionOptions, prepareConnection, withDeadline } from './connections/connect.ts';
import type { Database } from './database.ts';

/** Between attempts to reconnect. */
const RETRY_MS = 500;

/** How often the server is asked whether it is still there: a silent loss would go unnoticed for hours. */
const POLL_INTERVAL_MS = 10_000;

/** How long each answer may take before the connection counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Makes `Database.listen`: one connection of its own per call, reconnected until unsubscribed. */
export function listener({ settings, ...options }: ConnectionOptions): Database['listen'] {
  return async (channel, onNotification) => {
    let client: Client | null = null;
    let isSubscribed = true;
    let retry: NodeJS.Timeout | undefined;

    const connect = async (): Promise<void> => {
      const fresh = new Client({ ...options, keepAlive: true, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
      fresh.on('error', () => {});
      fresh.on('notification', ({ payload = '' }) => onNotification(payload));
      try {
        await fresh.connect();
        await prepareConnection(fresh, settings);
        await ask(fresh, `listen ${escapeIdentifier(channel)}`);
      } catch (error) {
        await fresh.end().catch(() => {});
        throw error;
      }
      client = fresh;
      fresh.once('end', reconnect);
      keepAsking(fresh);
      if (!isSubscribed) await fresh.end();
    };
    const reconnect = (): void => {
      client = null;
      if (isSubscribed) retry = setTimeout(() => connect().then(missed, reconnect), RETRY_MS);
    };
    /** Notifications sent while disconnected are lost; one with an empty payload takes their place. */
    const missed = (): void => {
      if (isSubscribed) onNotification('');
    };

    await connect().catch(reconnect);
    return async () => {
      isSubscribed = false;
      clearTimeout(retry);
      await client?.end();
    };
  };
}

const ask = (client: Client, text: string): Promise<unknown> =>
  withDeadline(client, ANSWER_TIMEOUT_MS, () => client.query(text));

/** Asks until the connection ends; one that does not answer in time is broken, which ends it. */
function keepAsking(client: Client): void {
  const timer = setInterval(() => void ask(client, 'select 1').catch(() => {}), POLL_INTERVAL_MS);
  client.once('end', () => clearInterval(timer));
}
