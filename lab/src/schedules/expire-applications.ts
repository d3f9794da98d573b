import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';

const HOUR_MS = 3_600_000;

/**
 * Archives, at once and every hour, what went unconfirmed for seven days, as the confirmation mail says, and forgets the
 * addresses left for the next opening that did. No applicant waits for this: the INSERT makes its own room. Answers the
 * function that ends it.
 */
export function scheduleExpiry(
  database: Pick<Database, 'query'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  const expire = async () => {
    await database.query('select public.release_applications()');
    await database.query('select public.forget_opening_requests()');
  };
  return repeat(HOUR_MS, expire, report);
}
