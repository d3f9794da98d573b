import { mailsSettled, sendNow, visitor } from '../../harness/applicant.ts';
import { callPage, linkedApplicant, mailOf, mailsTo, secretsIn } from '../../harness/applicant-page.ts';
import { passErasure } from '../../harness/erase.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';
import type { Member } from '../../harness/member.ts';

const test = base.extend('desk', { scope: 'file' }, ({ server, reviewer }) => openDesk(server, reviewer));

describe('withdrawing on the applicant’s page', () => {
  test('takes effect at once, is undone within a minute, and mailed then', async ({ server, desk }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await desk.move(id, 1, 'in_review');
    for (let round = 0; round < 2; round += 1) {
      expect(await desk.ask(secret, 'withdraw')).toMatchObject({
        outcome: 'withdrawn',
        application: { status: 'withdrawn', answer_by: null, undo: { kind: 'withdraw' } },
      });
    }
    expect(await desk.statusOf(id)).toBe('withdrawn');
    for (let round = 0; round < 2; round += 1) {
      expect(await desk.undo(secret, 'withdraw')).toMatchObject({
        outcome: 'undone',
        application: { status: 'submitted', undo: null },
      });
    }
    expect(await desk.statusOf(id)).toBe('in_review');
    await sendNow(server, id);
    await mailsSettled(server);
    expect(await mailsTo(server, row.email)).toEqual([]);

    for (let round = 0; round < 2; round += 1) await desk.ask(secret, 'withdraw');
    await mailsSettled(server);
    expect(await mailsTo(server, row.email)).toEqual([]);
    await desk.passMinute(id);
    expect(await desk.undo(secret, 'withdraw')).toMatchObject({
      outcome: 'too_late',
      application: { status: 'withdrawn', undo: null },
    });
    await sendNow(server, id);
    const mail = await mailOf(server, row.email, 'Your application is withdrawn');
    expect((await desk.ask(secretsIn(mail.text)[0]!, '')).outcome).toBe('open');
    await mailsSettled(server);
    expect(await mailsTo(server, row.email)).toHaveLength(1);
  });

  test('and undoing it restore the decision and the times that the review uses', async ({ server, desk }) => {
    const { id, secret } = await linkedApplicant(server);
    const times = () =>
      server.sql`select status, status_changed_at, first_reviewed_at, decided_at from public.applications
          where id = ${id}`;
    for (const move_to of [null, 'declined']) {
      if (move_to) await desk.move(id, 3, move_to);
      const before = await times();
      expect((await desk.ask(secret, 'withdraw')).application!.status).toBe('withdrawn');
      expect(await times()).not.toEqual(before);
      // The page does not reveal a decline without a mail.
      expect((await desk.undo(secret, 'withdraw')).application!.status).toBe('submitted');
      expect(await times()).toEqual(before);
    }
  });

  test('stops a waiting mail of the lab, and undoing it sends the mail', async ({ server, desk }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await desk.move(id, 1, 'declined', 'About it');
    await desk.ask(secret, 'withdraw');
    const state = () =>
      server.value`
        select state from private.messages where application_id = ${id} and kind = 'review'`;
    expect(await state()).toBe('dropped');
    await desk.undo(secret, 'withdraw');
    expect(await state()).toBe('due');
    await sendNow(server, id);
    await mailOf(server, row.email, 'About it');
  });

  test('in one tab makes a correction in another fail with a reason', async ({ server, desk }) => {
    const { row, secret } = await linkedApplicant(server);
    await desk.ask(secret, 'withdraw');
    const { name, linkedin } = row;
    expect(await desk.ask(secret, 'correct', { name, linkedin, sectors: 'New' })).toMatchObject({
      outcome: 'withdrawn',
      application: { sectors: row.sectors },
    });
    expect(await desk.ask(secret, 'evidence_save', evidence)).toMatchObject({ outcome: 'withdrawn' });
  });

  test('and undoing it bring back no mail that another move overtook', async ({ server, reviewer, desk }) => {
    const { id, secret } = await linkedApplicant(server);
    await desk.move(id, 1, 'withdrawn', 'We close your application');
    await desk.move(id, 2, 'in_review');
    await desk.ask(secret, 'withdraw');
    expect((await desk.undo(secret, 'withdraw')).outcome).toBe('undone');
    expect(await desk.statusOf(id)).toBe('in_review');
    const { mails } = await reviewer.open(id);
    expect(mails.find(({ subject }) => subject === 'We close your application')!.state).toBe('dropped');
  });
});

describe('erasing on the applicant’s page', () => {
  test('waits a day, is mailed once, and can be taken back from the mail', async ({ server, desk }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await desk.ask(secret, 'withdraw');
    for (let round = 0; round < 2; round += 1) {
      expect(await desk.ask(secret, 'erase')).toMatchObject({
        outcome: 'erasing',
        application: { undo: { kind: 'erase' } },
      });
    }
    const mail = await mailOf(server, row.email, 'Your application is being erased');
    await server.sql('select public.erase_requested_applications()');
    // The second answer repeats a lost one and does not undo the earlier withdrawal.
    for (let round = 0; round < 2; round += 1)
      expect(await desk.undo(secretsIn(mail.text)[0]!, 'erase')).toMatchObject({ outcome: 'undone' });
    await server.sql('select public.erase_requested_applications()');
    expect(await desk.statusOf(id)).toBe('withdrawn');
    const stored = await mailOf(server, row.email, 'Nothing was erased');
    expect((await desk.ask(secretsIn(stored.text)[0]!, '')).outcome).toBe('open');
  });

  test('holds waiting mails, and taking it back releases them in time', async ({ server, desk }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await desk.move(id, 1, 'declined', 'About it');
    const mail = () =>
      server.row`select state, due_at from private.messages where application_id = ${id} and kind = 'review'`;
    const before = await mail();
    await desk.ask(secret, 'erase');
    expect(await mail()).toMatchObject({ state: 'held' });
    await mailOf(server, row.email, 'Your application is being erased');
    await desk.undo(secret, 'erase');
    expect(await mail()).toEqual(before);
    await sendNow(server, id);
    await mailOf(server, row.email, 'About it');
  });

  test('leaves the address taken until it is erased', async ({ server, desk }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await desk.ask(secret, 'erase');
    const again = () => visitor(server).apply({ ...row });
    expect((await again()).error).toMatchObject({ code: '23505' });
    await passErasure(server, id);
    expect((await again()).error).toBeNull();
  });

  test('is refused after five times on one day, and can always be taken back', async ({ server, desk }) => {
    const { secret } = await linkedApplicant(server);
    for (let round = 0; round < 5; round += 1) {
      await desk.ask(secret, 'erase');
      expect((await desk.undo(secret, 'erase')).outcome).toBe('undone');
    }
    expect((await desk.ask(secret, 'erase')).outcome).toBe('too_many_today');
  });

  test('answers like an unknown link after its time, before the job too', async ({ server, desk }) => {
    const { id, secret } = await linkedApplicant(server);
    await desk.ask(secret, 'evidence_save', evidence);
    await desk.ask(secret, 'erase');
    await server.sql`update public.applications set erasing_at = now() where id = ${id}`;
    const answers = async () => [
      await desk.ask(secret, ''),
      await desk.ask(secret, 'erase'),
      await desk.undo(secret, 'erase'),
      await desk.ask(secret, 'download'),
    ];
    const unknown = Array.from({ length: 4 }, () => ({ outcome: 'unknown' }));
    expect(await answers()).toEqual(unknown);
    await passErasure(server, id);
    expect(await answers()).toEqual(unknown);
    for (const table of ['private.applicant_links', 'private.messages', 'public.application_evidence'])
      expect(await server.sql(`select 1 from ${table} where application_id = $1`, [id]), table).toEqual([]);
    expect(await server.column`select reason from private.erasures where id = ${id}`).toEqual(['applicant']);
  });
});

test('evidence that changes a hundred times a day is refused', async ({ server, desk }) => {
  const { secret } = await linkedApplicant(server);
  const nothing = { link: '', repository: null, words: '' };
  for (let round = 0; round < 40; round += 1)
    await desk.ask(secret, 'evidence_save', round % 2 === 0 ? evidence : nothing);
  expect(await desk.ask(secret, 'evidence_save', evidence)).toMatchObject({ outcome: 'too_many_changes' });
});

const evidence = { link: 'https://a.example', repository: '', words: 'One thing, shipped.' };

function openDesk(server: TestServer, reviewer: Member) {
  const ask = (secret: string, procedure: string, parameters?: object) =>
    callPage(server, procedure, secret, parameters);
  return {
    ask,
    undo: (secret: string, request: 'withdraw' | 'erase') => ask(secret, 'undo', { request }),
    statusOf: (id: string) => server.value`select status from public.applications where id = ${id}`,
    passMinute: (id: string) =>
      server.sql`update public.application_events set at = at - interval '1 minute'
          where application_id = ${id} and kind = 'applicant'`,
    move: (id: string, seen_version: number, to_status: string, subject?: string) =>
      reviewer.move(id, to_status, { seen_version, mail: subject ? { subject, body: 'Words' } : null }),
  };
}
