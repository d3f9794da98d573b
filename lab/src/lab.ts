import type { Database } from '../../server/src/database/database.ts';
import type { Extension } from '../../server/src/extension.ts';
import { labWarnings } from './configuration.ts';
import { applicantPage } from './intake/applicant-page/applicant-page.ts';
import { limitApplicationAttempts } from './intake/application-attempts.ts';
import { formPost } from './intake/form-post.ts';
import { startWork } from './work.ts';

/** 0 or 1; null while the database cannot tell. */
async function mailServerUp(owner: Pick<Database, 'query'>): Promise<number | null> {
  const { rows } = await owner
    .query<{ up: number }>('select (down_since is null)::integer as up from public.mail_server_state()')
    .catch(() => ({ rows: [] }));
  return rows[0]?.up ?? null;
}

/** What makes the server the lab's: forms posted without script, abuse protection, expiry and the queues. */
export const lab: Extension = {
  aroundExecution: ({ owner }) => limitApplicationAttempts(owner),
  routes:
    ({ config }) =>
    async (app) => {
      await app.register(formPost(config));
      await app.register(applicantPage(config));
    },
  work: startWork,
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
