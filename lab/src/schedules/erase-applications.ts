import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';

const EVERY_MS = 15_000;

/**
 * Erases, at once and every quarter of a minute, what its applicant had asked for more than a minute before. Answers the
 * function that ends it.
 */
export function scheduleErasure(
  database: Pick<Database, 'query'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  return repeat(EVERY_MS, () => database.query('select public.erase_asked_applications()'), report);
}
