import type { Database } from '../../../server/src/database/database.ts';

const HOUR_MS = 3_600_000;

/**
 * Sets aside, now and every hour, what went unconfirmed for seven days, as the confirmation mail says. A newcomer
 * never waits for this: the INSERT makes its own room. Returns the function that ends it.
 */
export function scheduleExpiry(
  database: Pick<Database, 'query'>,
  report: (error: unknown) => void,
): () => void {
  const release = () => void database.query('select public.release_applications()').catch(report);
  release();
  const timer = setInterval(release, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
