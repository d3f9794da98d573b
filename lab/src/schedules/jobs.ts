import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A database function that runs on a schedule. A call handles a bounded batch and returns how many rows it handled. */
export interface Job {
  /** The name of the job in pg_cron, and with underscores of its function in the schema `public`. */
  readonly name: string;
  readonly does: string;
  /** The server runs the job at its start and at this interval, until no rows are left. */
  readonly everySeconds: number;
  /** The schedule of pg_cron on Supabase, one batch at a time. */
  readonly cron: string;
}

/** Every scheduled job of the lab apart from the two queues below and the files next to the backups (`keep-erasures.ts`). */
export const jobs: readonly Job[] = [
  {
    name: 'erase-requested-applications',
    does: 'erases applications a day after their applicant asked for it, a minute after an owner did',
    everySeconds: 15,
    cron: '* * * * *',
  },
  {
    name: 'archive-unconfirmed-applications',
    does: `archives applications that were not confirmed within ${CONFIRMATION_PERIOD}`,
    everySeconds: HOUR,
    cron: '17 * * * *',
  },
  {
    name: 'delete-expired-opening-requests',
    does: `deletes addresses left for the next opening that were not confirmed within ${CONFIRMATION_PERIOD}`,
    everySeconds: HOUR,
    cron: '23 * * * *',
  },
  {
    name: 'delete-expired-webhook-messages',
    does: 'deletes old lines from the log of webhooks',
    everySeconds: HOUR,
    cron: '23 * * * *',
  },
  {
    name: 'count-promise-figures',
    does: 'counts once a week how many applicants had their answer in time',
    everySeconds: HOUR,
    cron: '29 * * * *',
  },
  {
    name: 'apply-retention',
    does: 'erases applications whose retention time is over',
    everySeconds: DAY,
    cron: '23 * * * *',
  },
  {
    name: 'delete-expired-access-log',
    does: 'deletes entries of the access log that are older than the terms allow',
    everySeconds: DAY,
    cron: '*/10 * * * *',
  },
];

/** An edge function that works off a queue. The server calls it when the database notifies `channel` and when a row is due. */
export interface QueueJob {
  /** Name of the edge function and of the job in pg_cron. */
  readonly name: string;
  readonly does: string;
  readonly channel: string;
  /** SQL for the seconds until a row is due, null for an empty queue. */
  readonly secondsToNext: string;
  /** The same where LIMITS=off, so that tests count only the mails that they asked for. */
  readonly secondsToNextWithoutLimits?: string;
}

export const queueJobs: readonly QueueJob[] = [
  {
    name: 'deliver-mails',
    does: 'sends emails to applicants and members',
    channel: 'mails',
    secondsToNext: 'public.queue_mails()',
    secondsToNextWithoutLimits: 'public.queue_mails(false)',
  },
  {
    name: 'deliver-webhooks',
    does: 'sends messages to webhooks',
    channel: 'webhooks',
    secondsToNext: "public.seconds_to_next_message('webhook')",
  },
];

/** Returns the SQL that schedules every job with pg_cron on the Supabase project at `origin`, one statement each. */
export function cronStatements(origin: string): string[] {
  return [
    ...jobs.map(({ name, cron }) => schedule(name, cron, `select ${callOf(name)}`)),
    ...queueJobs.map((job) => schedule(job.name, '* * * * *', callFunction(origin, job))),
  ];
}

/** The call of a job's function, as SQL. */
export const callOf = (job: string): string => `public.${job.replaceAll('-', '_')}()`;

const schedule = (name: string, cron: string, sql: string) =>
  `select cron.schedule('${name}', '${cron}', $$${sql}$$);`;

const callFunction = (origin: string, { name, secondsToNext }: QueueJob) => `
  select net.http_post(
    url := '${origin}/functions/v1/${name}',
    headers := jsonb_build_object('apikey', (select decrypted_secret from vault.decrypted_secrets where name = 'secret_key')),
    body := '{}',
    timeout_milliseconds := 30000
  )
  where ${secondsToNext} <= 0
`;
