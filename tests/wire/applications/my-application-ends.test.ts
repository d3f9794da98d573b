import { mailsSettled, sendNow } from '../../harness/applicant.ts';
import { callPage, confirmedApplicant, mailOf, mailsTo, secretsIn } from '../../harness/applicant-page.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import type { Member } from '../../harness/member.ts';

let server: TestServer;
let reviewer: Member;
test.beforeAll(({ server: shared, reviewer: member }) => {
  [server, reviewer] = [shared, member];
});

describe('on the applicant’s page,', () => {
  const ask = (secret: string, procedure: string, parameters?: object) =>
    callPage(server, procedure, secret, parameters);
  const undo = (secret: string, request: 'withdraw' | 'erase') => ask(secret, 'undo', { request });
  const statusOf = (id: string) => server.value`select status from public.applications where id = ${id}`;
  const passMinute = (id: string) =>
    server.sql`update public.applicant_requests set asked_at = asked_at - interval '1 minute'
        where application_id = ${id}`;
  const move = (id: string, seen_version: number, to_status: string, subject?: string) =>
    reviewer.move(id, to_status, { seen_version, mail: subject ? { subject, body: 'Words' } : null });

  describe('withdrawing', () => {
    test('takes effect at once, can be undone within a minute, and is then not mailed', async () => {
      const { row, id, secret } = await confirmedApplicant(server);
      await move(id, 1, 'in_review');
      for (let round = 0; round < 2; round += 1) {
        expect(await ask(secret, 'withdraw')).toMatchObject({
          outcome: 'withdrawn',
          application: { status: 'withdrawn', answer_by: null, undo: { kind: 'withdraw' } },
        });
      }
      expect(await statusOf(id)).toBe('withdrawn');
      for (let round = 0; round < 2; round += 1) {
        expect(await undo(secret, 'withdraw')).toMatchObject({
          outcome: 'undone',
          application: { status: 'submitted', undo: null },
        });
      }
      expect(await statusOf(id)).toBe('in_review');
      await sendNow(server, id);
      await mailsSettled(server);
      expect((await mailsTo(server, row.email)).map(({ subject }) => subject)).toHaveLength(2);
    });

    test('is mailed once after its minute, however often it was requested', async () => {
      const { row, id, secret } = await confirmedApplicant(server);
      for (let round = 0; round < 2; round += 1) await ask(secret, 'withdraw');
      await mailsSettled(server);
      expect(await mailsTo(server, row.email)).toHaveLength(2);
      await passMinute(id);
      await sendNow(server, id);
      const mail = await mailOf(server, row.email, 'Your application is withdrawn');
      expect((await ask(secretsIn(mail.text)[0]!, '')).outcome).toBe('open');
      await mailsSettled(server);
      expect(await mailsTo(server, row.email)).toHaveLength(3);
    });

    test('and undoing it do not change the times that the review uses', async () => {
      const { id, secret } = await confirmedApplicant(server);
      const times = () =>
        server.sql`select status_changed_at, first_reviewed_at, decided_at from public.applications
            where id = ${id}`;
      for (const move_to of [null, 'declined']) {
        if (move_to) await move(id, 3, move_to);
        const before = await times();
        await ask(secret, 'withdraw');
        expect(await times()).not.toEqual(before);
        await undo(secret, 'withdraw');
        expect(await times()).toEqual(before);
      }
    });

    test('cannot be undone after a minute, and the page stays', async () => {
      const { id, secret } = await confirmedApplicant(server);
      await ask(secret, 'withdraw');
      await passMinute(id);
      expect(await undo(secret, 'withdraw')).toMatchObject({
        outcome: 'too_late',
        application: { status: 'withdrawn', undo: null },
      });
    });

    test('does not reveal a decline without a mail, and undo restores the decision', async () => {
      const { id, secret } = await confirmedApplicant(server);
      await move(id, 1, 'declined');
      expect(await ask(secret, 'withdraw')).toMatchObject({
        outcome: 'withdrawn',
        application: { status: 'withdrawn' },
      });
      expect(await undo(secret, 'withdraw')).toMatchObject({ application: { status: 'submitted' } });
      expect(await statusOf(id)).toBe('declined');
    });

    test('stops a waiting mail of the lab, and undoing it sends the mail', async () => {
      const { row, id, secret } = await confirmedApplicant(server);
      await move(id, 1, 'declined', 'About it');
      await ask(secret, 'withdraw');
      const state = () =>
        server.value`
          select state from private.mails where application_id = ${id} and kind = 'review'`;
      expect(await state()).toBe('dropped');
      await undo(secret, 'withdraw');
      expect(await state()).toBe('due');
      await sendNow(server, id);
      await mailOf(server, row.email, 'About it');
    });

    test('in one tab makes a correction in another fail with a reason', async () => {
      const { row, secret } = await confirmedApplicant(server);
      await ask(secret, 'withdraw');
      const { name, linkedin } = row;
      expect(await ask(secret, 'correct', { name, linkedin, sectors: 'New' })).toMatchObject({
        outcome: 'withdrawn',
        application: { sectors: row.sectors },
      });
      const shown = { link: 'https://a.example', repository: '', words: 'Words.' };
      expect(await ask(secret, 'show', shown)).toMatchObject({ outcome: 'withdrawn' });
    });
  });

  describe('erasing', () => {
    test('waits a minute, is mailed once, and can be undone until then', async () => {
      const { row, id, secret } = await confirmedApplicant(server);
      for (let round = 0; round < 2; round += 1) {
        expect(await ask(secret, 'erase')).toMatchObject({
          outcome: 'erasing',
          application: { undo: { kind: 'erase' } },
        });
      }
      await mailOf(server, row.email, 'Your application is being erased');
      await server.sql('select public.erase_asked_applications()');
      expect(await undo(secret, 'erase')).toMatchObject({ outcome: 'undone', application: { undo: null } });
      await server.sql('select public.erase_asked_applications()');
      expect(await statusOf(id)).toBe('submitted');
      expect(await undo(secret, 'erase')).toMatchObject({ outcome: 'undone' });
    });

    test('after that minute answers like an unknown link, both before and after the job', async () => {
      const { id, secret } = await confirmedApplicant(server);
      await ask(secret, 'show', { link: 'https://a.example', repository: '', words: 'Words.' });
      await ask(secret, 'erase');
      await passMinute(id);
      const answers = async () => [
        await ask(secret, ''),
        await ask(secret, 'erase'),
        await undo(secret, 'erase'),
        await ask(secret, 'download'),
      ];
      expect(await answers()).toEqual([unknown, unknown, unknown, unknown]);
      // An application that a mail's writing holds waits for the next turn.
      await expect
        .poll(async () => {
          await server.sql('select public.erase_asked_applications()');
          return statusOf(id);
        })
        .toBeUndefined();
      expect(await answers()).toEqual([unknown, unknown, unknown, unknown]);
      for (const table of [
        'private.application_links',
        'private.mails',
        'public.applicant_requests',
        'public.application_evidence',
      ])
        expect(await server.sql(`select 1 from ${table} where application_id = $1`, [id]), table).toEqual([]);
      expect(await server.column`select reason from private.erasures where application_id = ${id}`).toEqual([
        'applicant',
      ]);
    });

    test('twice undone after a lost answer does not undo an earlier withdrawal', async () => {
      const { id, secret } = await confirmedApplicant(server);
      await ask(secret, 'withdraw');
      await ask(secret, 'erase');
      await undo(secret, 'erase');
      await undo(secret, 'erase');
      expect(await statusOf(id)).toBe('withdrawn');
    });
  });

  test('undoing a withdrawal brings back no mail of an earlier stay that another move overtook', async () => {
    const { row, id, secret } = await confirmedApplicant(server);
    await move(id, 1, 'withdrawn', 'We close your application');
    await move(id, 2, 'in_review');
    await ask(secret, 'withdraw');
    expect((await undo(secret, 'withdraw')).outcome).toBe('undone');
    expect(await statusOf(id)).toBe('in_review');
    const detail = await reviewer.open(id);
    expect(detail.mails.find(({ subject }) => subject === 'We close your application')!.state).toBe(
      'dropped',
    );
    await mailsSettled(server);
    expect((await mailsTo(server, row.email)).map(({ subject }) => subject)).not.toContain(
      'We close your application',
    );
  });

  test('evidence shown and removed a hundred times is refused before it fills the history', async () => {
    const { secret } = await confirmedApplicant(server);
    const shown = { link: 'https://example.org', repository: null, words: 'One thing, shipped.' };
    for (let round = 0; round < 40; round += 1)
      await ask(secret, 'show', round % 2 === 0 ? shown : { link: '', repository: null, words: '' });
    await expect(ask(secret, 'show', shown)).rejects.toThrow('429 This application was changed forty times');
  });
});

const unknown = { outcome: 'unknown' };
