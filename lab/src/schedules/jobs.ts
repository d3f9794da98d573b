const HOUR = 3600;
const DAY = 24 * HOUR;

/** A database function that runs on a schedule. A call handles a bounded batch and returns how many rows it handled. */
export interface Job {
  /** Also the name of the job in pg_cron. */
  readonly name: string;
  readonly does: string;
  /** Function in the schema `public` that is called without arguments. */
  readonly procedure: string;
  /** The server runs the job at its start and at this interval, until no rows are left. */
  readonly everySeconds: number;
  /** When pg_cron calls it on Supabase, one batch at a time. */
  readonly cron: string;
}

/** Every scheduled job of the lab apart from the two queues below and the files next to the backups (`keep-erasures.ts`). */
export const jobs: readonly Job[] = [
  {
    name: 'erase-asked-applications',
    does: 'erases applications a minute after their applicant asked for it',
    procedure: 'erase_asked_applications',
    everySeconds: 15,
    cron: '* * * * *',
  },
  {
    name: 'release-applications',
    does: 'archives applications that were not confirmed within seven days',
    procedure: 'release_applications',
    everySeconds: HOUR,
    cron: '17 * * * *',
  },
  {
    name: 'forget-opening-requests',
    does: 'deletes addresses left for the next opening that were not confirmed within seven days',
    procedure: 'forget_opening_requests',
    everySeconds: HOUR,
    cron: '23 * * * *',
  },
  {
    name: 'prune-webhook-log',
    does: 'deletes old lines from the log of webhooks',
    procedure: 'prune_webhook_log',
    everySeconds: HOUR,
    cron: '23 * * * *',
  },
  {
    name: 'apply-retention',
    does: 'erases applications whose retention time is over',
    procedure: 'apply_retention',
    everySeconds: DAY,
    cron: '23 * * * *',
  },
  {
    name: 'release-access-log',
    does: 'deletes entries of the access log that are older than the terms allow',
    procedure: 'release_access_log',
    everySeconds: DAY,
    cron: '*/10 * * * *',
  },
];

/** An edge function that works off a queue: at once when the database notifies the channel, and when a row is due. */
export interface QueueJob {
  /** Name of the edge function and of the job in pg_cron. */
  readonly name: string;
  readonly does: string;
  /** Asks in SQL for the seconds until the next row is due. pg_cron calls the function only then. */
  readonly secondsToNext?: string;
}

export const queueJobs: readonly QueueJob[] = [
  {
    name: 'deliver-mails',
    does: 'sends mails to applicants and members',
  },
  {
    name: 'deliver-webhooks',
    does: 'sends messages to webhooks',
    secondsToNext: 'public.seconds_to_next_webhook()',
  },
];
