import type { Database } from '../../../server/src/database/database.ts';
import { deliverThroughFunction, startQueueSchedule } from './queue-schedule.ts';

interface Dependencies {
  readonly database: Pick<Database, 'query' | 'listen'>;
  readonly url: string;
  readonly secretKey: string;
  readonly report: (error: unknown) => void;
}

/** Sends messages to webhooks when they are due. */
export function startWebhookSchedule({ database, url, secretKey, report }: Dependencies) {
  return startQueueSchedule({
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
}
