import { expect, onTestFinished, test, vi } from 'vitest';
import { cronStatements, jobs, queueJobs } from './jobs.ts';
import { runJob, startJobs } from './run-jobs.ts';

test('each job is scheduled once with pg_cron, by its name', () => {
  const statements = cronStatements('https://project.example');
  const names = statements.map((sql) => /^select cron\.schedule\('([\w-]+)', /.exec(sql)?.[1]);
  expect(names).toEqual([...jobs, ...queueJobs].map(({ name }) => name));
  expect(names).toEqual([
    'erase-requested-applications',
    'archive-unconfirmed-applications',
    'delete-expired-opening-requests',
    'delete-expired-webhook-messages',
    'count-promise-figures',
    'apply-retention',
    'delete-expired-access-log',
    'deliver-mails',
    'deliver-webhooks',
  ]);
});

test('calls the function of a queue only while an item is due', () => {
  const [mails = ''] = cronStatements('https://project.example').slice(-queueJobs.length);
  expect(mails).toContain("url := 'https://project.example/functions/v1/deliver-mails'");
  expect(mails).toContain('where public.queue_mails() <= 0');
});

/** A database whose function handles these numbers of rows, one after the other. */
function database(...batches: readonly number[]) {
  const left = [...batches];
  const query = async () => ({ rows: [{ count: left.shift() ?? 0 }], rowCount: 1 });
  return { left, query: query as unknown as Parameters<typeof runJob>[0] };
}

test('a job runs until no rows are left, and counts them', async () => {
  const { left, query } = database(100, 100, 7, 0, 5);
  expect(await runJob(query, 'apply-retention')).toBe(207);
  expect(left).toEqual([5]);
});

test('a job ends between two batches when the server stops', async () => {
  const { left, query } = database(100, 100, 100);
  expect(await runJob(query, 'apply-retention', () => left.length === 1)).toBe(200);
});

test('a job that waits for a lock delays the other jobs and no erasure', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lock = Promise.withResolvers<void>();
  const begun: string[] = [];
  const query = async (text: string) => {
    begun.push(text);
    if (text.includes('archive_unconfirmed')) await lock.promise;
    return { rows: [{ count: 0 }], rowCount: 1 };
  };
  const ends = startJobs({ owner: { query }, log: console } as unknown as Parameters<typeof startJobs>[0]);
  // The job of erasures runs again after 15 seconds.
  await vi.advanceTimersByTimeAsync(15_000);
  const erasing = 'select public.erase_requested_applications()::integer as count';
  const archiving = 'select public.archive_unconfirmed_applications()::integer as count';
  expect(begun).toEqual([erasing, archiving, erasing]);
  lock.resolve();
  await Promise.all(ends.map((end) => end()));
});
