import { z } from 'zod';
import type { Database } from '../../../server/src/database/database.ts';

interface Dependencies {
  readonly database: Pick<Database, 'query' | 'listen'>;
  /** Sends what is due; answers whether more is. */
  readonly deliver: (signal: AbortSignal) => Promise<boolean>;
  readonly report: (error: unknown) => void;
  /** Whether applicants whose browser never asked get their mail all the same; not where tests count mails. */
  readonly queueForgotten: boolean;
}

/** However quiet it is, the queue is looked at this often: a notification may be lost with its connection. */
const LONGEST_PAUSE_MS = 30_000;
/** After a failure, so that a database or function that is away is not hammered. */
const FAILURE_PAUSE_MS = 5_000;

/**
 * Has mails delivered when they are due: at once when the database says so (`notify application_mails`), at their
 * time when they wait for a retry. Every copy of the server may run one; the database gives each mail to one only.
 */
export function startMailSchedule({ database, deliver, report, queueForgotten }: Dependencies): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let endPause: () => void = () => {};
  let isNotified = false;
  const onNotification = () => {
    isNotified = true;
    endPause();
  };

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (isNotified || stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const turn = async (): Promise<number> => {
    try {
      if (queueForgotten) await database.query('select public.queue_forgotten_mails()');
      // On the day on which applications open nothing else says so.
      await database.query('select public.queue_opening_mails()');
      const { rows } = await database.query<{ seconds: number | null }>(
        'select least(public.seconds_to_next_mail(), public.seconds_to_next_opening_mail()) as seconds',
      );
      const seconds = rows[0]?.seconds ?? null;
      if (seconds === null || seconds > 0)
        return Math.min((seconds ?? Infinity) * 1000 + 20, LONGEST_PAUSE_MS);
      return (await deliver(stopping.signal)) ? 0 : 100;
    } catch (error) {
      if (!stopping.signal.aborted) report(error);
      return FAILURE_PAUSE_MS;
    }
  };

  const run = async () => {
    const unsubscribe = await database.listen('application_mails', onNotification).catch((error: unknown) => {
      report(error);
      return async () => {};
    });
    while (!stopping.signal.aborted) {
      isNotified = false;
      const milliseconds = await turn();
      await pause(milliseconds);
    }
    await unsubscribe();
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      endPause();
      await running;
    },
  };
}

/** The function's answer. */
const delivered = z.object({ more: z.boolean() });

/** Calls the function `deliver-mails` of the server at `url`, as any scheduler would: with the secret key. */
export function deliverThroughFunction(url: string, secretKey: string): Dependencies['deliver'] {
  return async (signal) => {
    const response = await fetch(`${url}/functions/v1/deliver-mails`, {
      method: 'POST',
      headers: { apikey: secretKey },
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    });
    if (!response.ok) throw new Error(`deliver-mails answered ${response.status}.`);
    return delivered.parse(await response.json()).more;
  };
}
