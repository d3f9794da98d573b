import { DatabaseUnavailable } from '../../server/src/database/database.ts';
import type { Dependencies } from '../../server/src/extension.ts';
import { differingBuiltTerms } from './doctor/terms.ts';
import { startMailSchedule } from './schedules/deliver-mails.ts';
import { startWebhookSchedule } from './schedules/deliver-webhooks.ts';
import { scheduleErasureKeeping } from './schedules/keep-erasures.ts';
import { startJobs } from './schedules/run-jobs.ts';

/** Starts the lab's scheduled work while the server at `url` listens. Returns the function that stops it. */
export function startWork(dependencies: Dependencies, url: string): () => Promise<void> {
  const { config, owner, log } = dependencies;
  const failing = failureLogger(dependencies);
  void warnOfTerms(dependencies);
  const ends = [
    ...startJobs(owner, log, (job) => failing(`the job ${job} failed`)),
    scheduleErasureKeeping(owner, config, failing('erasures wait to be listed next to the backups')),
    ...startQueues(dependencies, url),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** Logs failures of a job under `what`. */
const failureLogger =
  ({ log }: Pick<Dependencies, 'log'>) =>
  (what: string) =>
  (error: unknown): void => {
    if (!(error instanceof DatabaseUnavailable)) log.warn({ err: error }, what);
  };

/** What is sent when the database says that it is due. */
function startQueues({ config, owner, log }: Dependencies, url: string): (() => Promise<void>)[] {
  const failing = failureLogger({ log });
  const through = { database: owner, url, secretKey: config.keys.secret };
  const mails = startMailSchedule({
    ...through,
    queueForgotten: config.limits,
    report: failing('mails wait'),
  });
  const webhooks = startWebhookSchedule({
    ...through,
    report: failing('messages to webhooks wait'),
  });
  return [() => mails.stop(), () => webhooks.stop()];
}

/** Says in the log what the pages promise and the database does not. */
async function warnOfTerms({ owner, config, log }: Dependencies): Promise<void> {
  try {
    for (const sentence of await differingBuiltTerms(owner.query, config.siteDir)) log.warn(sentence);
  } catch (error) {
    log.warn({ err: error }, 'whether the pages promise what the database says is not known');
  }
}
