import type { Database } from '../../server/src/database/database.ts';
import type { Extension } from '../../server/src/extension.ts';
import { limitApplicationAttempts } from './intake/application-attempts.ts';
import { formPost } from './intake/form-post.ts';
import { deliverThroughFunction, startMailSchedule } from './schedules/deliver-mails.ts';
import { scheduleExpiry } from './schedules/expire-applications.ts';
import { scheduleErasureKeeping } from './schedules/keep-erasures.ts';
import { scheduleRetention } from './schedules/apply-retention.ts';

/** 0 or 1; null while the database cannot tell. */
async function mailServerUp(owner: Pick<Database, 'query'>): Promise<number | null> {
  const { rows } = await owner
    .query<{ up: number }>('select (down_since is null)::integer as up from public.mail_server_state()')
    .catch(() => ({ rows: [] }));
  return rows[0]?.up ?? null;
}

/** What makes the server the lab's: forms posted without script, abuse protection, expiry and the mail queue. */
export const lab: Extension = {
  aroundExecution: ({ owner, log }) => limitApplicationAttempts(owner, log),
  routes: ({ config }) => formPost(config),
  work({ config, owner, log }, url) {
    const stopExpiry = scheduleExpiry(owner, (error) => log.warn({ err: error }, 'no application expired'));
    const stopRetention = scheduleRetention(
      owner,
      (erased) => log.info({ erased }, 'applications erased, as their time was over'),
      (error) => log.warn({ err: error }, 'retention was not applied'),
    );
    const stopKeeping = scheduleErasureKeeping(owner, config, (error) =>
      log.warn({ err: error }, 'erasures wait to be listed beside the backups'),
    );
    const mails = startMailSchedule({
      database: owner,
      queueForgotten: config.limits,
      deliver: deliverThroughFunction(url, config.keys.secret),
      report: (error) => log.warn({ err: error }, 'mails wait'),
    });
    return async () => {
      await Promise.all([stopExpiry(), stopRetention(), stopKeeping(), mails.stop()]);
    };
  },
  gauges: ({ owner }) => [
    {
      name: 'solostead_mail_server_up',
      help: '0 while mails wait because the mail server takes none',
      read: () => mailServerUp(owner),
    },
  ],
  hints: ['Make an admin: npm run admin -- add you@example.org'],
};
