import type { Extension } from '../../server/src/extension.ts';
import { countFailedApplications } from './intake/count-failed-applications.ts';
import { formPost } from './intake/form-post.ts';
import { deliverThroughFunction, startMailSchedule } from './schedules/deliver-mails.ts';
import { scheduleExpiry } from './schedules/expire-applications.ts';

/** What makes the server the lab's: forms posted without script, abuse protection, expiry and the mail queue. */
export const lab: Extension = {
  onApi(scope, { config, owner, log }) {
    if (config.limits) scope.addHook('onSend', countFailedApplications(owner, log));
  },
  routes: ({ config }) => formPost(config.keys.publishable),
  work({ config, owner, log }, url) {
    const stopExpiry = scheduleExpiry(owner, (error) => log.warn({ err: error }, 'no application expired'));
    const mails = startMailSchedule({
      database: owner,
      queueForgotten: config.limits,
      deliver: deliverThroughFunction(url, config.keys.secret),
      report: (error) => log.warn({ err: error }, 'mails wait'),
    });
    return async () => {
      stopExpiry();
      await mails.stop();
    };
  },
  hints: ['Make an admin: npm run admin -- add you@example.org'],
};
