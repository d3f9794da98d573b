import { linkedId, mailsSettled, sendNow } from '../../harness/applicant.ts';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import type { TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({
  MAIL_FROM: 'Solostead <hello@lab.example>',
  MAIL_TO_LAB: 'lab@lab.example',
  MAIL_REPLY_TO: 'answers@lab.example',
  SITE_URL: 'http://lab.example',
}).extend('desk', { scope: 'file' }, ({ smtp, server, reviewer }) => openDesk(smtp, server, reviewer));

test.beforeEach(({ smtp }) => smtp.behave('accept'));

describe('the mails of an application', () => {
  test('form one conversation: each names those before, no id the link', async ({ page, desk }) => {
    const id = await desk.make('thread');
    await desk.queueConfirmation(id);
    await desk.deliver(id);
    await desk.deliverMove(id, 'in_review');
    await desk.deliverMove(id, 'interview');
    const [confirmation, first, second] = desk.mailsTo(emailOf('thread'));
    expect(confirmation!.messageId).toMatch(/^<[0-9a-f-]{36}@lab\.example>$/);
    const mail = confirmation!.messageId!.slice(1, 37);
    expect((await page.confirm(mail)).data).toMatchObject({ success: false });
    expect(confirmation!.references).toBeUndefined();
    expect([first!.inReplyTo, first!.references]).toEqual([confirmation!.messageId, confirmation!.messageId]);
    expect([second!.inReplyTo, second!.references]).toEqual([
      first!.messageId,
      `${confirmation!.messageId} ${first!.messageId}`,
    ]);
    await page.confirm(linkedId(confirmation!.text));
    await desk.deliver(id);
    const lab = desk.mailsTo('lab@lab.example').find(({ text }) => text!.includes(emailOf('thread')))!;
    expect([lab.references, lab.replyTo]).toEqual([undefined, undefined]);
    // Other machines do not answer what no person wrote.
    const marks = [confirmation!, lab, first!].map((mail) => header(mail, 'auto-submitted'));
    expect(marks).toEqual(['auto-generated', 'auto-generated', 'no']);
  });

  test('have the same Message-ID when they are sent twice', async ({ server, desk }) => {
    const id = await desk.make('twice');
    await desk.deliverMove(id, 'in_review');
    await server.sql`update private.messages
      set state = 'sending', sent_at = null, claimed_at = now() - interval '3 minutes'
        where application_id = ${id}`;
    await desk.deliver(id);
    const [first, again] = desk.mailsTo(emailOf('twice'));
    expect(again!.messageId).toBe(first!.messageId);
    expect(again!.references).toBeUndefined();
  });

  test('name the first and latest nine before, none to another address', async ({ server, desk }) => {
    const id = await desk.make('long-thread');
    await server.sql`with mails as (
         insert into private.messages (application_id, kind, state, sent_at)
         select ${id}::uuid, 'confirmation', 'sent', now() - n * interval '1 minute' from generate_series(1, 40) n
         returning *
       )
       select private.make_link(application_id, id, 'confirm') from mails
        where sent_at not in (now() - interval '5 minutes', now() - interval '40 minutes')`;
    await desk.deliverMove(id, 'in_review');
    const ids = await server.column<string>`
      select id from private.messages m where application_id = ${id} and kind = 'confirmation'
        and exists (select from private.applicant_links l where l.mail_id = m.id) order by sent_at`;
    const names = ids.map((mail) => `<${mail}@lab.example>`);
    const [mail] = desk.mailsTo(emailOf('long-thread'));
    expect(mail!.references!.split(/\s+/)).toEqual([names[0], ...names.slice(-9)]);
    expect(mail!.inReplyTo).toBe(names.at(-1));
  });

  test('have their replies sent to an assignee who is active, else to the lab', async ({ server, desk }) => {
    const leaving = await makeMember(server, 'leaving@lab.example', 'reviewer');
    const id = await desk.make('answers');
    const answersTo = async (to: string) => {
      await desk.deliverMove(id, to);
      return desk
        .mailsTo(emailOf('answers'))
        .at(-1)!
        .replyTo?.map(({ address }) => address);
    };
    expect(await answersTo('in_review')).toEqual(['answers@lab.example']);
    await server.sql`update public.applications set assignee = ${leaving.id} where id = ${id}`;
    expect(await answersTo('interview')).toEqual(['leaving@lab.example']);
    await server.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${leaving.id}`;
    expect(await answersTo('accepted')).toEqual(['answers@lab.example']);
    await server.sql`update auth.users set banned_until = null where id = ${leaving.id}`;
    await server.sql`delete from public.user_roles where user_id = ${leaving.id}`;
    expect(await answersTo('withdrawn')).toEqual(['answers@lab.example']);
  });
});

describe('an address that a mail server refuses permanently', () => {
  test('is marked, and its mails wait until that is undone', async ({ smtp, server, reviewer, desk }) => {
    const id = await desk.make('refused');
    smtp.behave('refuse');
    await desk.deliverMove(id, 'in_review');
    expect(await desk.isMarked(id)).toBe(true);
    expect(await desk.statesOf(id)).toEqual(['review held after 1']);
    const events = `select actor, detail from public.application_events where application_id = $1 and kind = 'bounced'`;
    expect((await server.sql(events, [id]))[0]).toEqual({
      actor: null,
      detail: { reason: '550 No such mailbox.' },
    });

    const offered = smtp.offered;
    await desk.deliverMove(id, 'interview');
    expect(await desk.statesOf(id)).toEqual(['review dropped after 1', 'review held after 0']);
    expect(smtp.offered).toBe(offered);

    // The same bounce also comes by mail.
    for (let times = 0; times < 2; times += 1)
      await reviewer.call('review_bounce_set', { application_id: id });

    smtp.behave('accept');
    expect(await reviewer.call('review_bounce_set', { application_id: id, bounced: false })).toMatchObject({
      email_bounced_at: null,
    });
    await desk.deliver(id);
    expect(desk.mailsTo(emailOf('refused'))).toHaveLength(1);
    expect(await desk.isMarked(id)).toBe(false);
    const kinds = 'moved mail_queued bounced moved mail_stopped mail_queued bounce_cleared';
    expect((await reviewer.history(id)).join(' ')).toBe(kinds);
  });

  test('gets a confirmation mail on request, never automatically', async ({ smtp, server, page, desk }) => {
    const id = await desk.make('refused-link');
    smtp.behave('refuse');
    await desk.queueConfirmation(id);
    await desk.deliver(id);
    expect([await desk.isMarked(id), await desk.statesOf(id)]).toEqual([true, ['confirmation held after 1']]);
    expect(await desk.applicationOf(id)).toMatchObject({ confirmation_mail: 'failed' });
    smtp.behave('accept');
    await server.sql`update private.messages set created_at = created_at - interval '1 minute'
      where application_id = ${id}`;
    await page.askForMail(emailOf('refused-link'));
    await expect.poll(() => desk.mailsTo(emailOf('refused-link')).length).toBe(1);
    await page.confirm(linkedId(desk.mailsTo(emailOf('refused-link'))[0]!.text));
    expect(await desk.isMarked(id)).toBe(false);
    await desk.deliver(id);
    expect(await desk.statesOf(id)).toContain('confirmation held after 1');
  });

  test('loses its mark with a new address, which gets the waiting mails', async ({ smtp, server, desk }) => {
    const id = await desk.make('former');
    smtp.behave('refuse');
    await desk.deliverMove(id, 'in_review');
    expect(await desk.isMarked(id)).toBe(true);
    smtp.behave('accept');
    await server.sql`update public.applications set email = ${emailOf('newer')} where id = ${id}`;
    await desk.deliver(id);
    expect([
      await desk.isMarked(id),
      desk.mailsTo(emailOf('newer')).length,
      desk.mailsTo(emailOf('former')).length,
    ]).toEqual([false, 1, 0]);
  });
});

const emailOf = (handle: string) => `${handle}@builders.example`;
const header = (mail: TestSmtp['mails'][number], name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

/** Applications whose mails a test sends and reads. */
function openDesk(smtp: TestSmtp, server: TestServer, reviewer: Member) {
  const make = (handle: string, columns = {}) => makeApplication(server, handle, columns);
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === email);
  /** Has the waiting mails tried now, and resolves when they have been. */
  async function deliver(id: string): Promise<void> {
    await sendNow(server, id);
    await mailsSettled(server);
  }
  /** Moves an application with a mail, and delivers it. */
  async function deliverMove(id: string, to: string): Promise<void> {
    const version = await server.value<number>`
      select version::integer from public.applications where id = ${id}`;
    const mail = { subject: 'About you', body: 'Hello {{name}}' };
    await reviewer.call('review_move', { application_id: id, seen_version: version, path: [to], mail });
    await deliver(id);
  }
  /** Queues a confirmation mail, as the application's form asks for it. */
  const queueConfirmation = (id: string) =>
    server.sql`insert into private.messages (application_id, kind) values (${id}, 'confirmation')`;
  const statesOf = async (id: string) =>
    (
      await server.sql<{ kind: string; state: string; attempts: number }>`
        select kind, state, attempts from private.messages
        where application_id = ${id} and kind <> 'lab' order by created_at`
    ).map(({ kind, state, attempts }) => `${kind} ${state} after ${attempts}`);
  const applicationOf = (id: string) => server.row`select * from public.applications where id = ${id}`;
  const isMarked = async (id: string) => (await applicationOf(id))['email_bounced_at'] !== null;
  return {
    make,
    queueConfirmation,
    deliver,
    deliverMove,
    mailsTo,
    isMarked,
    statesOf,
    applicationOf,
  };
}
