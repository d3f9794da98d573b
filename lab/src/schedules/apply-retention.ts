import type { Database } from '../../../server/src/database/database.ts';
import { repeat } from '../../../server/src/process/repeat.ts';
import { applyRetention, vacuumErased } from '../erasure/apply-retention.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Erases, at once and every day, the applications whose time is over. Every copy of the server may: the database lets one
 * work at a time. Answers the function that ends it.
 */
export function scheduleRetention(
  database: Pick<Database, 'query'>,
  tell: (erased: number) => void,
  report: (error: unknown) => void,
): () => Promise<void> {
  let isStopping = false;
  const stop = repeat(
    DAY_MS,
    async () => {
      const erased = await applyRetention(database.query, () => isStopping);
      if (erased > 0) tell(erased);
      await vacuumErased(database.query, () => isStopping);
    },
    report,
  );
  return () => {
    isStopping = true;
    return stop();
  };
}
