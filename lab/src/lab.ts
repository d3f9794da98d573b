import type { Extension } from '@solostead/server/extension';
import { mailPage } from '../../supabase/functions/_shared/mails/html.ts';
import { labWarnings } from './configuration.ts';
import { applicantPage } from './intake/applicant-page.ts';
import { limitApplicationAttempts } from './intake/application-attempts.ts';
import { formPost } from './intake/form-post.ts';
import { incompletePages } from './intake/incomplete-page.ts';
import { mailGauges } from './mail-gauges.ts';
import { startWork } from './work.ts';

/** The lab's additions to the server, namely forms without script, abuse protection, expiry and the queues. */
export const lab: Extension = {
  auth: { countsCapturedMails: true, mailPage },
  aroundExecution: ({ owner }) => limitApplicationAttempts(owner),
  routes:
    ({ config }) =>
    async (app) => {
      await app.register(formPost(config));
      await app.register(incompletePages(config));
      await app.register(applicantPage(config));
    },
  work: startWork,
  gauges: ({ owner }) => mailGauges(owner),
  warnings: labWarnings,
  hints: ['Make an admin: npm run admin -- add you@example.org'],
};
