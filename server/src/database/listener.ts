import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import type { Database } from './database.ts';

/** Milliseconds between attempts to hear again after a connection was lost. */
const retryAfter = 500;

/** Makes `Database.listen`: one connection of its own per call, made anew for as long as someone hears. */
export function listener(options: ClientConfig): Database['listen'] {
  return async (channel, hear) => {
    let client: Client | null = null;
    let heard = true;
    let retry: NodeJS.Timeout | undefined;

    const connect = async (): Promise<void> => {
      const fresh = new Client({ ...options, keepAlive: true });
      fresh.on('error', () => {});
      fresh.on('notification', ({ payload = '' }) => hear(payload));
      try {
        await fresh.connect();
        await fresh.query(`listen ${escapeIdentifier(channel)}`);
      } catch (error) {
        await fresh.end().catch(() => {});
        throw error;
      }
      client = fresh;
      fresh.once('end', reconnect);
      if (!heard) await fresh.end();
    };
    const reconnect = (): void => {
      client = null;
      if (heard) retry = setTimeout(() => connect().then(missed, reconnect), retryAfter);
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
