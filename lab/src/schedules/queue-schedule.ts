import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '@solostead/server/database';

interface Dependencies {
  readonly database: Pick<Database, 'listen'>;
  /** The channel that the database notifies when something was queued. */
  readonly channel: string;
  /** Returns the seconds until something is due, zero or less when it is, null while nothing waits. */
  readonly secondsToNext: () => Promise<number | null>;
  /** Sends due items and returns true if more are due. */
  readonly deliver: (signal: AbortSignal) => Promise<boolean>;
  readonly report: (error: unknown) => void;
}

/** The longest pause between checks of the queue, because a notification may be lost with its connection. */
const MAX_PAUSE_MS = 30_000;
/** After a failure, so that a database or function that is away is not hammered. */
const FAILURE_PAUSE_MS = 5_000;

/**
 * Processes a queue in the database, at once when the database notifies, and when a retry is due. Every copy of the
 * server may run one, because the database gives each row to one caller only. Returns the function that stops it.
 */
export function startQueueSchedule({
  database,
  channel,
  secondsToNext,
  deliver,
  report,
}: Dependencies): () => Promise<void> {
  const stopping = new AbortController();
  /** Ends the current pause, or prevents it if it has not begun. */
  let interruption = new AbortController();

  const turn = async (): Promise<number> => {
    try {
      const seconds = await secondsToNext();
      if (seconds === null || seconds > 0) return Math.min((seconds ?? Infinity) * 1000 + 20, MAX_PAUSE_MS);
      return (await deliver(stopping.signal)) ? 0 : 100;
    } catch (error) {
      if (!stopping.signal.aborted) report(error);
      return FAILURE_PAUSE_MS;
    }
  };

  const run = async () => {
    const unsubscribe = await database
      .listen(channel, () => interruption.abort())
      .catch((error: unknown) => {
        report(error);
        return async () => {};
      });
    while (!stopping.signal.aborted) {
      interruption = new AbortController();
      await pause(await turn(), null, { signal: interruption.signal }).catch(() => {});
    }
    await unsubscribe();
  };
  const running = run();

  return async () => {
    stopping.abort();
    interruption.abort();
    await running;
  };
}

/** The function's answer. */
const delivered = z.object({ more: z.boolean() });

/** Calls a function of the server at `url`, such as `deliver-mails`, with the secret key, as any scheduler would. */
export function deliverThroughFunction(
  name: string,
  url: string,
  secretKey: string,
): Dependencies['deliver'] {
  return async (signal) => {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
    return delivered.parse(await response.json()).more;
  };
}
