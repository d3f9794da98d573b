import { Client, escapeIdentifier } from 'pg';
import { type ConnectionOptions, prepareConnection, withDeadline } from './connections/connect.ts';
import type { Database } from './database.ts';

/** Between attempts to hear again after a connection was lost. */
const retryMs = 500;

/** How often the server is asked whether it is still there: a silent loss would go unnoticed for hours. */
const askEveryMs = 10_000;

/** How long each answer may take before the connection counts as lost. */
const answerMs = 5_000;

/** Makes `Database.listen`: one connection of its own per call, made anew for as long as someone hears. */
export function listener({ settings, ...options }: ConnectionOptions): Database['listen'] {
  return async (channel, hear) => {
    let client: Client | null = null;
    let heard = true;
    let retry: NodeJS.Timeout | undefined;

    const connect = async (): Promise<void> => {
      const fresh = new Client({ ...options, keepAlive: true, connectionTimeoutMillis: answerMs });
      fresh.on('error', () => {});
      fresh.on('notification', ({ payload = '' }) => hear(payload));
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
      if (!heard) await fresh.end();
    };
    const reconnect = (): void => {
      client = null;
      if (heard) retry = setTimeout(() => connect().then(missed, reconnect), retryMs);
    };
    /** What was said while nobody listened is lost; an empty payload stands for it. */
    const missed = (): void => {
      if (heard) hear('');
    };

    await connect().catch(reconnect);
    return async () => {
      heard = false;
      clearTimeout(retry);
      await client?.end();
    };
  };
}

const ask = (client: Client, text: string): Promise<unknown> =>
  withDeadline(client, answerMs, () => client.query(text));

/** Asks until the connection ends; one that does not answer in time is broken, which ends it. */
function keepAsking(client: Client): void {
  const timer = setInterval(() => void ask(client, 'select 1').catch(() => {}), askEveryMs);
  client.once('end', () => clearInterval(timer));
}
