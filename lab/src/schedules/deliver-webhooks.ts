import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';
import { deliverThroughFunction, startQueueSchedule } from './queue-schedule.ts';

interface Dependencies {
  readonly database: Pick<Database, 'query' | 'listen'>;
  readonly url: string;
  readonly secretKey: string;
  readonly report: (error: unknown) => void;
}

const HOUR_MS = 3_600_000;

/** Has messages to webhooks sent when they are due and their log kept short; answers what ends it. */
export function startWebhookSchedule({ database, url, secretKey, report }: Dependencies): {
  stop(): Promise<void>;
} {
  const queue = startQueueSchedule({
    database,
    channel: 'webhooks',
    secondsToNext: async () => {
      const { rows } = await database.query<{ seconds: number | null }>(
        'select public.seconds_to_next_webhook() as seconds',
      );
      return rows[0]?.seconds ?? null;
    },
    deliver: deliverThroughFunction('deliver-webhooks', url, secretKey),
    report,
  });
  const stopPruning = repeat(HOUR_MS, () => prune(database), report);
  return { stop: async () => void (await Promise.all([queue.stop(), stopPruning()])) };
}

/** A call removes a bounded number of lines. */
async function prune(database: Pick<Database, 'query'>): Promise<void> {
  for (let pruned = 1; pruned > 0;) {
    const { rows } = await database.query<{ pruned: string }>('select public.prune_webhook_log() as pruned');
    pruned = Number(rows[0]?.pruned ?? 0);
  }
}
