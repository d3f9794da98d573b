import { type Telling, template } from '../../harness/telling.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';
import type { Row } from '../../harness/review-answers.ts';

interface Edit {
  readonly key: string;
  readonly mail: { readonly subject: string; readonly body: string };
  readonly row: Row;
}
interface Ended {
  readonly mail_due_at: string | null;
  readonly row: Row;
}

const edit = (lab: Telling, id: string, key: string | null = null, member = lab.reviewer) =>
  member.call<Edit>('review_mail_edit', { application_id: id, key });
const end = (lab: Telling, id: string, key: string, mail: object | null = null) =>
  lab.reviewer.call<Ended>('review_mail_edit_end', { application_id: id, key, mail });
const secondsTo = (at: string | null) => (Date.parse(at!) - Date.now()) / 1000;
const declined = async (lab: Telling, handle: string, mail: object | null = template) => {
  const id = await lab.inReview(handle);
  return { id, ...(await lab.move(id, 'declined', mail)) };
};
/** A minute, or several, pass for the mails of an application. */
const pass = (lab: Telling, id: string, minutes: number) =>
  lab.server.sql`
    update private.messages
       set due_at = due_at - make_interval(mins => ${minutes}), due_before_edit = due_before_edit - make_interval(mins => ${minutes}),
           edit_expires_at = edit_expires_at - make_interval(mins => ${minutes})
     where application_id = ${id}`;
const isClaimed = async (lab: Telling, id: string) => {
  const claimable = await lab.server.sql`
    select from private.messages where application_id = ${id} and state = 'due' and due_at <= now()`;
  return claimable.length > 0;
};

describe('the promise: an edit of a mail holds it', () => {
  test('cancelling the edit lets the mail leave unchanged after half a minute', async ({ lab }) => {
    const { id } = await declined(lab, 'edit-cancelled');
    const { key, mail, row } = await edit(lab, id);
    expect(mail.subject).toBe((await lab.mailsOf(id))[0]!.subject);
    expect(row).toMatchObject({ promise: 'to_notify', mail_edited_by: lab.reviewer.id });
    await pass(lab, id, 2);
    expect(await isClaimed(lab, id)).toBe(false);
    const ended = await end(lab, id, key);
    expect(secondsTo(ended.mail_due_at)).toBeGreaterThan(25);
    expect(secondsTo(ended.mail_due_at)).toBeLessThan(35);
    expect(await end(lab, id, key)).toMatchObject({ mail_due_at: ended.mail_due_at });
    expect(await lab.mailsOf(id)).toMatchObject([{ state: 'due', subject: mail.subject }]);
  });

  test('a lost dialog lets it leave after five minutes, an open one holds it', async ({ lab }) => {
    const { id } = await declined(lab, 'edit-lost');
    const { key } = await edit(lab, id);
    for (let minute = 0; minute < 12; minute += 1) {
      await pass(lab, id, 1);
      await edit(lab, id, key);
      expect(await isClaimed(lab, id)).toBe(false);
    }
    await pass(lab, id, 4);
    expect(await isClaimed(lab, id)).toBe(false);
    await pass(lab, id, 2);
    expect(await isClaimed(lab, id)).toBe(true);
    await lab.leave(id);
    expect(await lab.reviewer.refusal('review_mail_edit', { application_id: id, key })).toMatchObject({
      code: 'mail_not_editable',
      message: 'This email has left already.',
      detail: { row: { promise: 'answered' } },
    });
  });

  test('a mail that was to leave in the morning still leaves then', async ({ lab }) => {
    const { id, mail_due_at } = await declined(lab, 'edit-morning', { ...template, delay: 'morning' });
    const { key } = await edit(lab, id);
    expect((await end(lab, id, key)).mail_due_at).toBe(mail_due_at);
    const again = await edit(lab, id);
    const words = { subject: 'Now', body: 'At once', delay: 'soon' };
    expect(secondsTo((await end(lab, id, again.key, words)).mail_due_at)).toBeLessThan(35);
  });

  test('a saved edit changes its words once, and can be edited and undone again', async ({ lab }) => {
    const { id, batch_id } = await declined(lab, 'edit-saved');
    const { key } = await edit(lab, id);
    const words = { subject: 'Not now', body: 'Dear {{name}}, not now.' };
    for (const press of ['lost', 'repeated'])
      expect(secondsTo((await end(lab, id, key, words)).mail_due_at), press).toBeGreaterThan(25);
    const other = { application_id: id, key, mail: { ...words, subject: 'Later' } };
    expect(await lab.reviewer.refusal('review_mail_edit_end', other)).toMatchObject({
      code: 'mail_not_editable',
    });
    expect(await edit(lab, id)).toMatchObject({
      mail: { subject: 'Not now', body: 'Dear Amber Sample, not now.' },
    });
    expect((await lab.reader.open(id)).events.filter(({ kind }) => kind === 'mail_edited')).toHaveLength(1);
    expect(await lab.reviewer.undo(batch_id)).toMatchObject({ restored: 1, mails_stopped: 1 });
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'waiting', mail_edited_by: null });
    expect(await lab.mailsOf(id)).toHaveLength(1);
  });

  test('refuses a dialog whose mail another member edits, stopped or undid', async ({ lab }) => {
    const { id, batch_id } = await declined(lab, 'edit-contested');
    const words = { subject: 'Mine', body: 'My words' };
    const first = await edit(lab, id);
    const owner = { application_id: id, key: null };
    expect(await lab.owner.refusal('review_mail_edit', owner)).toMatchObject({
      code: 'mail_not_editable',
      message: expect.stringMatching(/ is editing this email\.$/) as string,
    });
    const second = await edit(lab, id);
    const late = { application_id: id, key: first.key, mail: words };
    for (const name of ['review_mail_edit', 'review_mail_edit_end'])
      expect(
        await lab.reviewer.refusal(
          name,
          name === 'review_mail_edit' ? { application_id: id, key: first.key } : late,
        ),
      ).toMatchObject({
        code: 'mail_not_editable',
        message: 'This email was opened again elsewhere.',
      });
    // The first tab closes, and the mail stays with the second.
    await end(lab, id, first.key);
    await pass(lab, id, 2);
    expect(await isClaimed(lab, id)).toBe(false);
    await lab.reviewer.undo(batch_id);
    expect(await lab.reviewer.refusal('review_mail_edit_end', { ...late, key: second.key })).toMatchObject({
      code: 'mail_not_editable',
      message: 'This email was stopped.',
    });
    const { id: other } = await declined(lab, 'edit-expired');
    await edit(lab, other);
    await pass(lab, other, 5);
    // The second member takes over after five minutes.
    const taken = await edit(lab, other, null, lab.owner);
    expect(taken.row.mail_edited_by).toBe(lab.owner.id);
  });

  test('refuses a dialog whose mail made room for another, which keeps its words', async ({ lab }) => {
    const { id } = await declined(lab, 'edit-replaced');
    const { key } = await edit(lab, id);
    await lab.move(id, 'in_review');
    await lab.move(id, 'interview', template);
    const stale = { application_id: id, key };
    for (const refusal of [
      await lab.reviewer.refusal('review_mail_edit', stale),
      await lab.reviewer.refusal('review_mail_edit_end', { ...stale, mail: { subject: 'No', body: 'No' } }),
    ])
      expect(refusal).toMatchObject({
        code: 'mail_not_editable',
        message: 'This edit has ended. Close it and edit the email again.',
      });
    expect(await lab.mailsOf(id)).toMatchObject([
      { about: 'declined', state: 'dropped' },
      { about: 'interview', state: 'due', subject: 'Let us talk about what you build' },
    ]);
    expect(await lab.rowOf(id)).toMatchObject({ mail_edited_by: null });
  });

  test('a bounce or a stop ends it', async ({ lab }) => {
    const { id } = await declined(lab, 'edit-bounced');
    await edit(lab, id);
    await lab.reviewer.call('review_bounce_set', { application_id: id });
    expect(await lab.reviewer.refusal('review_mail_edit', { application_id: id })).toMatchObject({
      message: 'Emails to this address bounce. Take the mark off first.',
    });
    await lab.move(id, 'in_review');
    // One that waits for the mark has no time.
    expect(await lab.move(id, 'declined', { subject: 'No', body: 'Not now.' })).toMatchObject({
      mailed: 1,
      mail_due_at: null,
      row: { promise: 'to_notify' },
    });
    // Clearing the mark would let the mail leave at once.
    const { id: other } = await declined(lab, 'edit-stopped');
    const { key } = await edit(lab, other);
    await lab.owner.call('review_mail_stop', { application_id: other });
    expect(await lab.rowOf(other)).toMatchObject({
      promise: 'to_notify',
      mail_due_at: null,
      mail_edited_by: null,
    });
    expect(await end(lab, other, key)).toMatchObject({ mail_due_at: null });
  });
});

describe('the promise: a member records that they told the person', () => {
  const record = (lab: Telling, id: string, notified = true, seen_status = 'declined') =>
    lab.reviewer.call<Row>('review_notified_set', { application_id: id, seen_status, notified });

  test('which answers, stops the waiting mail, and can be undone', async ({ lab }) => {
    const { id } = await declined(lab, 'record');
    expect(await record(lab, id)).toMatchObject({
      promise: 'answered',
      notified_at: expect.any(String) as string,
    });
    expect(await lab.statesOf(id)).toEqual(['declined dropped']);
    expect(await record(lab, id, false)).toMatchObject({ promise: 'to_notify', notified_at: null });
    expect(await lab.statesOf(id)).toEqual(['declined due']);
    const kinds = (await lab.reader.open(id)).events.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['notified', 'notified_undone']));
  });

  test('is refused for another status, and for who knows or waits', async ({ lab }) => {
    const { id } = await declined(lab, 'record-refused', null);
    const parameters = { application_id: id, seen_status: 'interview' };
    expect(await lab.reviewer.refusal('review_notified_set', parameters)).toMatchObject({
      code: 'version_conflict',
    });
    const waiting = { application_id: await lab.inReview('record-waits'), seen_status: 'in_review' };
    expect(await lab.reviewer.refusal('review_notified_set', waiting)).toMatchObject(
      refusedWith('already_notified', 'The applicant was notified, or there is no decision yet.'),
    );
  });
});

test('the promise: a record outlasts a move back, and an answer a bounce only if it is sent again', async ({
  lab,
}) => {
  const { id: told } = await declined(lab, 'record-moved', null);
  const promiseOf = async (id: string) => (await lab.rowOf(id)).promise;
  const seen = { application_id: told, seen_status: 'declined', notified: true };
  await lab.reviewer.call('review_notified_set', seen);
  await lab.move(told, 'in_review');
  expect(await lab.rowOf(told)).toMatchObject({ promise: 'answered', due_at: null });
  await lab.move(told, 'interview');
  expect(await promiseOf(told)).toBe('to_notify');

  const twelveDaysAgo = new Date(Date.now() - 12 * 86_400_000);
  const untold = await lab.inReview('moved-back', { email_confirmed_at: twelveDaysAgo });
  const { due_at } = await lab.rowOf(untold);
  const { batch_id } = await lab.move(untold, 'declined');
  await lab.reviewer.undo(batch_id);
  expect(await lab.rowOf(untold)).toMatchObject({ promise: 'waiting', due_at });
  await lab.move(untold, 'declined');
  await lab.move(untold, 'in_review');
  const back = await lab.rowOf(untold);
  expect(back.promise).toBe('waiting');
  expect(secondsTo(back.due_at) / 86_400).toBeGreaterThan(9.9);

  const { id: returned } = await declined(lab, 'returned');
  await lab.leave(returned);
  expect(await promiseOf(returned)).toBe('answered');
  for (const bounced of [true, false]) {
    await lab.reviewer.call('review_bounce_set', { application_id: returned, bounced });
    expect(await promiseOf(returned)).toBe('to_notify');
  }
  const mail = { subject: 'Again', body: 'Hello {{name}}' };
  await lab.reviewer.call('review_mail_send', { application_id: returned, mail });
  await lab.leave(returned);
  expect(await promiseOf(returned)).toBe('answered');

  const { id: late, batch_id: sent } = await declined(lab, 'undone-late');
  await lab.leave(late);
  expect(await lab.reviewer.undo(sent)).toMatchObject({ restored: 1, mails_stopped: 0, notified: 1 });
});

describe('the promise: an act while the mail is being sent', () => {
  test('a record prevents its next try, and taken back allows it', async ({ lab }) => {
    const { id } = await declined(lab, 'sending-recorded');
    const mail = await lab.claim(id);
    const record = { application_id: id, seen_status: 'declined' };
    await lab.reviewer.call('review_notified_set', record);
    await lab.finish(mail, { failure: 'No connection.', server_up: false });
    expect(await lab.statesOf(id)).toEqual(['declined dropped']);
    await lab.reviewer.call('review_notified_set', { ...record, notified: false });
    expect(await lab.statesOf(id)).toEqual(['declined due']);
    await lab.finish(await lab.claim(id), { server_up: true });
    expect(await lab.rowOf(id)).toMatchObject({ promise: 'answered' });
  });

  test('a bounce makes it count as returned', async ({ lab }) => {
    const { id } = await declined(lab, 'sending-bounced');
    const mail = await lab.claim(id);
    for (const bounced of [true, false]) {
      await lab.reviewer.call('review_bounce_set', { application_id: id, bounced });
      if (bounced) await lab.finish(mail, {});
      expect(await lab.rowOf(id)).toMatchObject({ promise: 'to_notify', notified_at: null });
    }
  });
});

test('the promise: an address that refuses a decision returns no earlier one', async ({ lab }) => {
  const id = await lab.inReview('refused-later');
  await lab.move(id, 'interview', template);
  await lab.leave(id);
  await lab.move(id, 'declined', template);
  const refused = { email: 'refused-later@builders.example', reason: '550' };
  const outcome = JSON.stringify({ id: await lab.claim(id), failure: '550', server_up: true, refused });
  await lab.server.sql`select private.record_refused_mail(${outcome}::jsonb)`;
  const page = await lab.server.value`select private.applicant_view(${id})`;
  expect(page).toMatchObject({ status: 'interview', answer_by: null });
});

test('the promise: the filter has the four states, and no other', async ({ lab }) => {
  expect(await lab.reader.refusal('review_list', { filter: { promise: 'told' } })).toMatchObject(
    refusedWith('invalid_filter', 'The filter "promise" is waiting, answered, to_notify or ended.'),
  );
});
