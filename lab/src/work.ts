import { DatabaseUnavailable } from '../../server/src/database/database.ts';
import type { Dependencies } from '../../server/src/extension.ts';
import { differingBuiltTerms } from './doctor/terms.ts';
import { scheduleRetention } from './schedules/apply-retention.ts';
import { startMailSchedule } from './schedules/deliver-mails.ts';
import { startWebhookSchedule } from './schedules/deliver-webhooks.ts';
import { scheduleErasure } from './schedules/erase-applications.ts';
import { scheduleExpiry } from './schedules/expire-applications.ts';
import { scheduleErasureKeeping } from './schedules/keep-erasures.ts';
import { scheduleAccessLogRetention } from './schedules/release-access-log.ts';

/** Begins what the lab does by itself while the server at `url` listens; answers the function that ends it. */
export function startWork(dependencies: Dependencies, url: string): () => Promise<void> {
  void warnOfTerms(dependencies);
  const ends = [...startJobs(dependencies), ...startQueues(dependencies, url)];
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

/** Jobs with an interval of their own. */
function startJobs({ config, owner, log }: Dependencies): (() => Promise<void>)[] {
  const failing = failureLogger({ log });
  return [
    scheduleExpiry(owner, failing('no application expired')),
    scheduleErasure(owner, failing('no application erased')),
    scheduleAccessLogRetention(owner, failing('no entry of the access log expired')),
    scheduleRetention(
      owner,
      (erased) => log.info({ erased }, 'applications erased, as their time was over'),
      failing('retention was not applied'),
    ),
    scheduleErasureKeeping(owner, config, failing('erasures wait to be listed beside the backups')),
  ];
}

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
