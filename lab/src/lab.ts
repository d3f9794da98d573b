import type { Database } from '../../server/src/database/database.ts';
import type { Dependencies, Extension } from '../../server/src/extension.ts';
import { differingBuiltTerms } from './doctor/terms.ts';
import { labWarnings } from './configuration.ts';
import { limitApplicationAttempts } from './intake/application-attempts.ts';
import { applicantPage } from './intake/applicant-page/applicant-page.ts';
import { formPost } from './intake/form-post.ts';
import { startMailSchedule } from './schedules/deliver-mails.ts';
import { startWebhookSchedule } from './schedules/deliver-webhooks.ts';
import { scheduleErasure } from './schedules/erase-applications.ts';
import { scheduleExpiry } from './schedules/expire-applications.ts';
import { scheduleAccessLogRetention } from './schedules/release-access-log.ts';

/** 0 or 1; null while the database cannot tell. */
async function mailServerUp(owner: Pick<Database, 'query'>): Promise<number | null> {
  const { rows } = await owner
    .query<{ up: number }>('select (down_since is null)::integer as up from public.mail_server_state()')
    .catch(() => ({ rows: [] }));
  return rows[0]?.up ?? null;
}

/** Says in the log what the pages promise and the database does not. */
async function warnOfTerms({ owner, config, log }: Dependencies): Promise<void> {
  try {
    for (const sentence of await differingBuiltTerms(owner.query, config.siteDir)) log.warn(sentence);
  } catch (error) {
    log.warn({ err: error }, 'whether the pages promise what the database says is not known');
  }
}

/** What makes the server the lab's: forms posted without script, abuse protection, expiry and the queues. */
export const lab: Extension = {
  aroundExecution: ({ owner, log }) => limitApplicationAttempts(owner, log),
  routes:
    ({ config }) =>
    async (app) => {
      await app.register(formPost(config));
      await app.register(applicantPage(config));
    },
  work(dependencies, url) {
    const { config, owner, log } = dependencies;
    void warnOfTerms(dependencies);
    const stopExpiry = scheduleExpiry(owner, (error) => log.warn({ err: error }, 'no application expired'));
    const stopAccessLog = scheduleAccessLogRetention(owner, (error) =>
      log.warn({ err: error }, 'no entry of the access log expired'),
    );
    const stopErasure = scheduleErasure(owner, (error) => log.warn({ err: error }, 'no application erased'));
    const mails = startMailSchedule({
      database: owner,
      queueForgotten: config.limits,
      url,
      secretKey: config.keys.secret,
      report: (error) => log.warn({ err: error }, 'mails wait'),
    });
    const webhooks = startWebhookSchedule({
      database: owner,
      url,
      secretKey: config.keys.secret,
      report: (error) => log.warn({ err: error }, 'messages to webhooks wait'),
    });
    return async () => {
      await Promise.all([stopExpiry(), stopErasure(), stopAccessLog(), mails.stop(), webhooks.stop()]);
    };
  },
  gauges: ({ owner }) => [
    {
      name: 'solostead_mail_server_up',
      help: '0 while mails wait because the mail server takes none',
      read: () => mailServerUp(owner),
    },
  ],
  warnings: labWarnings,
  hints: ['Make an admin: npm run admin -- add you@example.org'],
};
