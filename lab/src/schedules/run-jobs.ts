import { isOutage, type Query } from '@solostead/server/database';
import { type Dependencies, repeat } from '@solostead/server/extension';
import { vacuumErased } from '../erasure/vacuum-erased.ts';
import { inTurn } from './in-turn.ts';
import { callOf, jobs } from './jobs.ts';

/** Calls a job's function until no rows are left. Returns how many rows it handled. */
export async function runJob(query: Query, job: string, isStopping = () => false): Promise<number> {
  let total = 0;
  for (let isDone = false; !isDone && !isStopping();) {
    const { rows } = await query<{ count: number }>(`select ${callOf(job)}::integer as count`);
    const count = rows[0]?.count ?? 0;
    total += count;
    isDone = count === 0;
  }
  return total;
}

/** Returns the function that logs failures under `what`. */
export const logFailure = (log: Dependencies['log'], what: string) => (error: unknown) => {
  if (!isOutage(error)) log.warn({ err: error }, what);
};

/**
 * Starts every job, on each copy of the server: each function lets one caller work. The jobs share a connection, apart
 * from requested erasures, which wait for no other job. Returns the functions that stop.
 */
export function startJobs({ owner, log }: Pick<Dependencies, 'owner' | 'log'>): (() => Promise<void>)[] {
  const shared = inTurn(owner.query);
  let isStopping = false;
  return jobs.map(({ name, everySeconds }) => {
    const query = name === 'erase-requested-applications' ? owner.query : shared;
    const work = async () => {
      const rows = await runJob(query, name, () => isStopping);
      if (rows > 0) log.info({ job: name, rows }, 'scheduled job done');
      if (name === 'apply-retention') await vacuumErased(query, () => isStopping);
    };
    const stop = repeat(everySeconds * 1000, work, logFailure(log, `the job ${name} failed`));
    return () => {
      isStopping = true;
      return stop();
    };
  });
}
