import { type Telling, template } from '../../harness/telling.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

describe('the next morning', () => {
  // The clocks of Berlin go forward on 28 March 2027 and back on 31 October 2027, both Sundays.
  test.for([
    ['2026-11-22T10:00:00Z', 'UTC', '2026-11-23T09:00:00Z'],
    ['2026-11-22T00:30:00Z', 'America/New_York', '2026-11-22T14:00:00Z'],
    ['2027-03-26T12:00:00Z', 'Europe/Berlin', '2027-03-27T08:00:00Z'],
    ['2027-03-27T12:00:00Z', 'Europe/Berlin', '2027-03-28T07:00:00Z'],
    ['2027-03-28T22:30:00Z', 'Europe/Berlin', '2027-03-30T07:00:00Z'],
    ['2027-10-30T12:00:00Z', 'Europe/Berlin', '2027-10-31T08:00:00Z'],
    ['2027-10-29T22:30:00Z', 'Europe/Berlin', '2027-10-31T08:00:00Z'],
    ['2026-11-22T18:31:00Z', 'Asia/Kolkata', '2026-11-24T03:30:00Z'],
  ] as const)('after %s in %s is %s', async ([moment, zone, morning], { server }) => {
    const at = await server.value<Date>`select private.next_morning(${moment}, ${zone}) as at`;
    expect(at.toISOString()).toBe(morning.replace('Z', '.000Z'));
  });

  test('is the time of a mail by request or setting, and its move can be undone before', async ({ lab }) => {
    const id = await lab.inReview('morning');
    const tonight = { seen_version: 1, path: ['declined'], mail: { ...template, delay: 'tonight' } };
    expect(await lab.reviewer.refusal('review_move', { application_id: id, ...tonight })).toMatchObject(
      refusedWith('invalid_value'),
    );
    const { mail_due_at, batch_id } = await lab.move(id, 'declined', { ...template, delay: 'morning' });
    expect(new Date(mail_due_at!).toISOString()).toMatch(/T09:00:00\.000Z$/);
    expect(await lab.reviewer.undo(batch_id)).toMatchObject({ mails_stopped: 1 });

    const saved = await lab.owner.call<{ version: number }>('review_lab_settings_save', {
      seen_version: 1,
      time_zone: 'Europe/Berlin',
      delay: 'morning',
    });
    const later = await lab.move(id, 'declined', template);
    const hour = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', hour: 'numeric', hour12: false });
    expect(hour.format(new Date(later.mail_due_at!))).toBe('09');
    await lab.owner.call('review_lab_settings_save', {
      seen_version: saved.version,
      time_zone: 'UTC',
      delay: 'soon',
    });
  });
});

describe('a mail for a decision that was not mailed', () => {
  test('is queued once, with its own text, and shown to the applicant', async ({ server, lab }) => {
    const id = await lab.inReview('mail-now');
    await lab.move(id, 'interview');
    const parameters = { application_id: id, mail: { subject: 'Come', body: 'Hello {{name}}' } };
    expect(await lab.reviewer.call('review_mail_send', parameters)).toMatchObject({
      mailed: 1,
      row: { promise: 'to_notify', mail_due_at: expect.any(String) as string },
    });
    expect(await lab.reviewer.refusal('review_mail_send', parameters)).toMatchObject(
      refusedWith('already_notified', 'The applicant was notified, or an email is being sent.'),
    );
    await lab.leave(id);
    expect((await lab.rowOf(id)).notified_at).not.toBeNull();
    const shown = await server.value`select (private.notified_status(${id}, now())).status`;
    expect(shown).toBe('interview');
  });

  test('is not queued if another status has replaced the one that it is about', async ({ lab }) => {
    const id = await lab.inReview('mail-now-moved');
    await lab.move(id, 'declined');
    await lab.move(id, 'in_review');
    await lab.move(id, 'interview');
    const parameters = { application_id: id, mail: { subject: 'No', body: 'Not this time.' } };
    expect(
      await lab.reviewer.refusal('review_mail_send', { ...parameters, seen_status: 'declined' }),
    ).toMatchObject({
      code: 'version_conflict',
      message: 'The status has changed since you opened this. No email was sent.',
      detail: { row: { status: 'interview', promise: 'to_notify' } },
    });
    expect(
      await lab.reviewer.call('review_mail_send', { ...parameters, seen_status: 'interview' }),
    ).toMatchObject({
      mailed: 1,
    });
  });
});

// status.model.test.ts retries mails about former statuses.
describe('a mail that failed', () => {
  const retry = (lab: Telling, id: string) => lab.reviewer.refusal('review_mail_retry', { mail_id: id });

  test('is retried three times, and its failure and each retry are shown', async ({ server, lab }) => {
    const id = await lab.inReview('retried');
    await lab.move(id, 'declined', template);
    const [mail] = await lab.mailsOf(id);
    expect(await retry(lab, mail!.id)).toMatchObject(
      refusedWith('mail_not_failed', 'This email has not failed.'),
    );
    const failure = 'EENVELOPE 452: Error: mailbox full';
    await lab.leave(id, failure);
    const failed = await lab.reader.open(id);
    expect(failed).toMatchObject({ row: { mail_due_at: null }, mails: [{ id: mail!.id, failure }] });
    const wasRetried = (times: number) =>
      server.sql`update private.messages set retries = ${times} where id = ${mail!.id}`;
    await wasRetried(3);
    expect(await retry(lab, mail!.id)).toMatchObject(
      refusedWith('too_many_retries', 'This email was retried three times. Write to the applicant yourself.'),
    );
    await wasRetried(2);
    expect(await retry(lab, mail!.id)).toBeNull();
    const retried = await lab.reader.open(id);
    // The mail is due now, so it may have left already.
    expect(retried).toMatchObject({ mails: [{ id: mail!.id, retries: 3, failure: null }] });
    expect(retried.events.map(({ kind }) => kind)).toContain('mail_retried');
    expect(await retry(lab, '00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 'not_found' });
  });

  test('does not reveal the id of a confirmation mail, which its link contains', async ({ server, lab }) => {
    const id = await lab.inReview('secret-id');
    await server.sql`insert into private.messages (application_id, kind, state)
      values (${id}, 'confirmation', 'failed')`;
    const { mails } = await lab.owner.open(id);
    expect(mails.map(({ kind, id: shown }) => [kind, shown])).toEqual([['confirmation', null]]);
    const [mail] = await lab.mailsOf(id);
    expect(await retry(lab, mail!.id)).toMatchObject({ code: 'not_found' });
  });
});
