import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes, at once and every day, the access log's entries that are older than the lab's terms say: 500 a statement, for
 * as long as there are more. Answers the function that ends it.
 */
export function scheduleAccessLogRetention(
  database: Pick<Database, 'query'>,
  report: (error: unknown) => void,
): () => Promise<void> {
  return repeat(DAY_MS, () => releaseAll(database), report);
}

async function releaseAll(database: Pick<Database, 'query'>): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ released: number }>(
      'select public.release_access_log() as released',
    );
    if (!rows[0]?.released) return;
  }
}
