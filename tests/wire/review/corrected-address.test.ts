import { visitor } from '../../harness/applicant.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import type { Telling } from '../../harness/telling.ts';

describe('the promise: a decision mailed to an address that the applicant corrected', () => {
  const unconfirmed = async (lab: Telling, handle: string) => {
    const id = await lab.inReview(handle, { email_confirmed_at: null });
    await lab.server
      .sql`update public.applications set form_key = private.secret_hash(${id}) where id = ${id}`;
    await lab.move(id, 'declined', { subject: 'No', body: 'Not now.' });
    return id;
  };
  const correct = async (lab: Telling, id: string) => {
    const corrected = { application_key: id, email: `${id}@builders.example` };
    const { data } = await visitor(lab.server).rest.rpc('my_email_correct', corrected);
    expect(data).toEqual({ outcome: 'corrected' });
    await lab.server.sql`update public.applications set email_confirmed_at = now() where id = ${id}`;
  };

  // After the failures of another file's mails nothing would be claimed for a while. In one transaction, before the server's
  // own mailer. The application is locked first, because a claim passes over one whose confirmation just leaves.
  const claimAgain = (lab: Telling, id: string, mail: string, change = 'name = name') =>
    lab.server.sql(`
      select from public.applications where id = '${id}' for update;
      update public.applications set ${change} where id = '${id}';
      update private.channels set slow_until = null, breaker_opened_at = null, next_trial_at = null;
      update private.messages set attempts = 0, due_at = '2000-01-01', claimed_at = now() - interval '1 hour' where id = '${mail}';
      select public.exchange_messages('mail', batch => 1)`);

  test('notified no one', async ({ lab }) => {
    const id = await unconfirmed(lab, 'mistyped');
    await lab.leave(id);
    await correct(lab, id);
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'to_notify', notified_at: null });
  });

  test('notifies by its next try', async ({ lab }) => {
    const id = await unconfirmed(lab, 'mistyped-trying');
    const mail = await lab.claim(id);
    await correct(lab, id);
    await claimAgain(lab, id, mail);
    await lab.finish(mail, {});
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'answered' });
  });

  test('notified no one by a try before the correction that is reported late', async ({ lab }) => {
    const id = await unconfirmed(lab, 'mistyped-late');
    const mail = await lab.claim(id);
    await claimAgain(lab, id, mail);
    await claimAgain(lab, id, mail);
    await lab.server.sql`select private.record_refused_mail(jsonb_build_object(
      'id', m.id, 'attempt', m.claims, 'failure', 'no', 'refused', jsonb_build_object('email', a.email)))
      from private.messages m join public.applications a on a.id = m.application_id where m.id = ${mail}`;
    expect(await lab.statesOf(id)).toEqual(['declined held']);
    await claimAgain(lab, id, mail, `email = 'corrected-late@builders.example', email_confirmed_at = now()`);
    for (const attempt of [1, 2]) await lab.finish(mail, { attempt });
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'to_notify' });
    await lab.finish(mail, {});
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'answered' });
  });
});
