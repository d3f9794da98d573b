import { jobs, queueJobs, type QueueJob } from './jobs.ts';

/** Returns the SQL that schedules every job with pg_cron on the Supabase project at `origin`, one statement each. */
export function cronStatements(origin: string): string[] {
  return [
    ...jobs.map(({ name, cron, procedure }) => schedule(name, cron, `select public.${procedure}()`)),
    ...queueJobs.map((job) => schedule(job.name, '* * * * *', callFunction(origin, job))),
  ];
}

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
