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
    // Its sender ended. The application is locked first, because a claim passes over one whose confirmation just leaves. After
    // the failures of another file's mails nothing is claimed for a while.
    const claimAgain = async () => {
      await lab.server.sql(`
        select from public.applications where id = '${id}' for update;
        update private.messages set attempts = 1, due_at = '2000-01-01', claimed_at = now() - interval '1 hour' where id = '${mail}';
        select public.exchange_messages('mail', batch => 1)`);
      return lab.server.value`select bounced_at from private.messages where id = ${mail}`;
    };
    await expect.poll(claimAgain, { timeout: 30_000 }).toBeNull();
    await lab.finish(mail, {});
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'answered' });
  });
});
