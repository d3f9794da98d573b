import type { Database } from '../../../../server/src/database/database.ts';
import { UserError } from '../../../../server/src/user-error.ts';

/**
 * Queues confirmation mails of the applicant with this address, or of all whose mail was given up. The running server
 * sends them. At most five ever reach one applicant.
 */
export async function resend(database: Database, email: string | null): Promise<void> {
  const { rows } = await database.query<{ queued: boolean }>(
    `select public.resend_confirmation_mail(id) as queued from public.applications
      where archived_at is null and email_confirmed_at is null
        and case when $1::text is null then confirmation_mail = 'failed'
                 else private.email_key(email) = private.email_key($1) end`,
    [email],
  );
  const queued = rows.filter((row) => row.queued).length;
  if (email !== null && rows.length === 0) {
    throw new UserError('There is no unconfirmed application with this address.');
  }
  if (email !== null && queued === 0) {
    throw new UserError(
      'A mail is on its way already, or five have reached this applicant: no more are sent.',
    );
  }
  console.log(
    `${queued} confirmation ${queued === 1 ? 'mail' : 'mails'} queued; the running server sends them.`,
  );
}
