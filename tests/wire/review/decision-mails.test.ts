import { eraseNow } from '../../harness/erase.ts';
import { makeApplication as make, makeMember } from '../../harness/member.ts';
import { confirmed } from '../../harness/telling.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

const makeApplication = (server: TestServer, name: string, columns: object = {}) =>
  make(server, name, { ...confirmed, ...columns });

const test = base
  .extend('clara', { scope: 'file' }, async ({ server }) => {
    const clara = await makeMember(server, 'clara@lab.example', 'reviewer');
    await clara.call('review_name_save', { name: 'Clara Sample' });
    return clara;
  })
  .extend('bodyOf', { scope: 'file' }, ({ server }) => async (id: string) => {
    const bodies = await server.column<string>`select body from private.messages
      where application_id = ${id} and kind = 'review' order by created_at`;
    return bodies.at(-1)!;
  });

const DECLINED = `Hello Ann Sample,

Thank you for applying. We have decided not to go ahead with your application.
`;
const END = `
We wish you well with what you are building.

Clara Sample
Solostead`;

describe('a decision mail', () => {
  test('is signed by the member who decides, and gives a reason that was chosen', async ({
    server,
    clara,
    bodyOf,
  }) => {
    const sentences = await server.sql<{ key: string; sentence: string }>`
      select key, sentence from public.decline_reasons order by position`;
    expect(sentences).toHaveLength(6);
    const chosen = [null, ...sentences];
    for (const [place, reason] of chosen.entries()) {
      const id = await makeApplication(server, `reason-${place}`, { name: 'Ann Sample' });
      await clara.call('review_move', {
        application_id: id,
        seen_version: 1,
        path: ['declined'],
        mail: { template: true },
        reason: reason?.key ?? null,
      });
      expect(await bodyOf(id)).toBe(`${DECLINED}${reason ? `\n${reason.sentence}\n` : ''}${END}`);
    }
  });

  test('is signed by the lab alone if the member has set no name', async ({ server, bodyOf }) => {
    const nameless = await makeMember(server, 'front-desk@lab.example', 'reviewer');
    const id = await makeApplication(server, 'unsigned', { name: 'Ann Sample' });
    await nameless.move(id, 'declined', { mail: { template: true } });
    expect(await bodyOf(id)).toBe(`${DECLINED}${END.replace('Clara Sample\n', '')}`);
    const mail = { application_id: id, subject: '{{reviewer}}', body: 'From {{reviewer}}\n{{reviewer}}' };
    const preview = await nameless.call('review_mail_preview', mail);
    expect(preview).toMatchObject({ subject: 'Solostead', body: 'From Solostead\n' });
  });

  test.for([
    ['', 'Reply with three times that suit you, and your time zone.'],
    ['https://book.example.org/clara', 'Choose a time that suits you: https://book.example.org/clara'],
  ])(
    'for an interview asks for times with the link %j',
    async ([link, sentence], { server, clara, bodyOf }) => {
      await clara.call('review_booking_link_save', { link });
      const id = await makeApplication(server, `booking-${link!.length}`, { sectors: 'tools' });
      await clara.move(id, 'in_review');
      await clara.move(id, 'interview', { mail: { template: true }, seen_version: 2 });
      expect(await bodyOf(id)).toContain(
        `what you want to build in tools. ${sentence}\n\nClara Sample\nSolostead`,
      );
    },
  );

  test('fills in nothing that an applicant typed as a placeholder, also after an edit', async ({
    server,
    clara,
    bodyOf,
  }) => {
    const id = await makeApplication(server, 'sly-one', {
      name: '{{reviewer}}',
      sectors: '{{reason}} {{times}} {{booking}} {{user}}',
    });
    const mail = { subject: 'x', body: '{{name}} {{sectors}}' };
    const { body } = await clara.call<{ body: string }>('review_mail_preview', {
      ...mail,
      application_id: id,
      reason: 'terms',
    });
    expect(body).toBe('there your field');
    await clara.move(id, 'in_review', { mail });
    const edited = await clara.call<{ key: string; mail: object }>('review_mail_edit', {
      application_id: id,
    });
    await clara.call('review_mail_edit_end', { application_id: id, key: edited.key, mail: edited.mail });
    expect(await bodyOf(id)).toBe(body);
  });

  test.for([
    ['other', 'declined', 'There is no reason "other".'],
    ['terms', 'in_review', 'Only a decline has a reason.'],
  ])('refuses the reason %s with %s', async ([reason, to_status, message], { server, clara }) => {
    const id = await makeApplication(server, `refused-${reason}`);
    const move = { application_id: id, seen_version: 1, path: [to_status], reason };
    expect(await clara.refusal('review_move', move)).toMatchObject(refusedWith('invalid_value', message!));
    const many = { ids: [id], change: { status: to_status }, reason };
    expect(await clara.refusal('review_change_many', many)).toMatchObject(
      refusedWith('invalid_value', message!),
    );
    expect((await clara.open(id)).row.status).toBe('submitted');
  });
});

test('the numbers count reasons of declines, erased ones too', async ({ server, clara, owner }) => {
  const decline = async (name: string, reason: string) => {
    const id = await makeApplication(server, name);
    const move = { application_id: id, seen_version: 1, path: ['declined'], reason };
    return { id, ...(await clara.call<{ batch_id: string }>('review_move', move)) };
  };
  const counted = async () => {
    const day = new Date().toISOString().slice(0, 10);
    const numbers = await owner.call<{
      by_reason: { reason: string; label: string; applications: number }[];
    }>('review_numbers', {
      from_day: day,
      to_day: day,
    });
    return Object.fromEntries(numbers.by_reason.map(({ reason, applications }) => [reason, applications]));
  };
  const before = await counted();
  const erased = await decline('one', 'team');
  await decline('two', 'team');
  const undone = await decline('three', 'team');
  await decline('four', 'sector');
  await clara.call('review_undo', { batch_id: undone.batch_id });
  const after = { ...before, team: before['team']! + 2, sector: before['sector']! + 1 };
  expect(await counted()).toEqual(after);
  await eraseNow(server, owner, erased.id);
  expect(await counted()).toEqual(after);
});

describe('mails of one request', () => {
  const makeMany = (server: TestServer, name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => makeApplication(server, `${name}-${n}`)));
  const waiting = (due: string) => Math.round((Date.parse(due) - Date.now()) / 1_000);

  test.for([
    [20, 30],
    [21, 600],
  ] as const)(
    'leave, if they are %i, after %i seconds, and until then their sender stops all',
    async ([count, seconds], { server, clara }) => {
      await clara.call('review_mail_stop');
      const ids = await makeMany(server, `many-${count}`, count);
      const unreached = await makeApplication(server, `many-${count}-unconfirmed`, {
        email_confirmed_at: null,
      });
      const { mailed, mail_due_at: due } = await clara.call<{ mailed: number; mail_due_at: string }>(
        'review_change_many',
        {
          ids: [...ids, unreached],
          change: { status: 'declined' },
          mail: { template: true },
        },
      );
      expect(mailed).toBe(count);
      expect(Math.abs(waiting(due) - seconds)).toBeLessThan(20);
      const { pending_mails: leaving } = await clara.call<{
        pending_mails: { count: number; seconds: number };
      }>('review_updates', {});
      expect(leaving.count).toBe(count);
      expect(await clara.call('review_mail_stop')).toEqual({ stopped: count, row: null });
    },
  );

  test('leave in the morning if the sender chose that, however many they are', async ({ server, clara }) => {
    const { mail_due_at: due } = await clara.call<{ mail_due_at: string }>('review_change_many', {
      ids: await makeMany(server, 'morning', 21),
      change: { status: 'declined' },
      mail: { template: true, delay: 'morning' },
    });
    expect(new Date(due).toISOString()).toMatch(/T09:00:00\.000Z$/);
  });
});
