import type { Database } from '../../../server/src/database/database.ts';
import { deliverThroughFunction, startQueueSchedule } from './queue-schedule.ts';

interface Dependencies {
  readonly database: Pick<Database, 'query' | 'listen'>;
  readonly url: string;
  readonly secretKey: string;
  readonly report: (error: unknown) => void;
  /** Whether applicants whose browser never asked get their mail all the same; not where tests count mails. */
  readonly queueForgotten: boolean;
}

/** Has mails delivered when they are due; answers what ends it. */
export function startMailSchedule({ database, url, secretKey, report, queueForgotten }: Dependencies) {
  return startQueueSchedule({
    database,
    channel: 'application_mails',
    secondsToNext: async () => {
      if (queueForgotten) await database.query('select public.queue_forgotten_mails()');
      // On the day on which applications open nothing else says so.
      await database.query('select public.queue_opening_mails()');
      await database.query('select public.queue_member_mails()');
      const { rows } = await database.query<{ seconds: number | null }>(
        'select public.seconds_to_next_claim() as seconds',
      );
      return rows[0]?.seconds ?? null;
    },
    deliver: deliverThroughFunction('deliver-mails', url, secretKey),
    report,
  });
}
