import type { Dependencies } from '@solostead/server/extension';
import { differingBuiltTerms } from './doctor/terms.ts';
import { queueJobs } from './schedules/jobs.ts';
import { scheduleErasureKeeping } from './erasure/keep-erasures.ts';
import { watchMailServer } from './mail-server-watch.ts';
import { deliverThroughFunction, startQueueSchedule } from './schedules/queue-schedule.ts';
import { logFailure, startJobs } from './schedules/run-jobs.ts';

/** Starts the lab's scheduled work while the server at `url` listens. Returns the function that stops it. */
export function startWork(dependencies: Dependencies, url: string): () => Promise<void> {
  const { config, log, owner } = dependencies;
  void warnOfTerms(dependencies);
  const ends = [
    ...startJobs({ log, owner }),
    scheduleErasureKeeping(
      owner,
      config,
      logFailure(log, 'erasures wait to be listed next to the backups'),
      (step) => log.info(step),
    ),
    watchMailServer({ log, owner }),
    ...startQueues(dependencies, url),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

function startQueues({ config, owner, log }: Dependencies, url: string): (() => Promise<void>)[] {
  return queueJobs.map(({ name, channel, secondsToNext, secondsToNextWithoutLimits = secondsToNext }) => {
    const sql = `select ${config.limits ? secondsToNext : secondsToNextWithoutLimits} as seconds`;
    return startQueueSchedule({
      database: owner,
      channel,
      secondsToNext: async () =>
        (await owner.query<{ seconds: number | null }>(sql)).rows[0]?.seconds ?? null,
      deliver: deliverThroughFunction(name, url, config.keys.secret),
      report: logFailure(log, `the job ${name} failed`),
    });
  });
}

/** Logs each term that the pages promise and the database does not. */
async function warnOfTerms({ owner, config, log }: Dependencies): Promise<void> {
  await differingBuiltTerms(owner.query, config.siteDir).then(
    (sentences) => sentences.forEach((sentence) => log.warn(sentence)),
    logFailure(log, 'the pages could not be compared with the database'),
  );
}
