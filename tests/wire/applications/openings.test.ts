import { sampleApplication } from '../../harness/applicant.ts';
import { close, dayArrives, dayFromNow, someHost } from '../../harness/intake.ts';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { type TestSmtp, to } from '@solostead/server-testkit/mail/smtp';
import { conflict, refusedWith } from '../../harness/refusals.ts';
import type { Member } from '../../harness/member.ts';
import { describe, expect, testPublic, type TestServer, type Visitor } from '../../harness/fixtures.ts';

const test = testPublic().extend('desk', { scope: 'file' }, ({ smtp, server, page }) =>
  openDesk(smtp, server, page),
);

test.afterEach(async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  await server.sql('delete from private.opening_requests');
});

describe('an address left for the opening', () => {
  test.beforeEach(({ server }) => close(server));

  test('is mailed a link, notified once at the opening, and deleted', async ({ smtp, server, desk }) => {
    const email = await desk.waitsForOpening();
    const notice = smtp.next(tells(email));
    await desk.open();
    expect((await notice).text).toContain('/?join');
    await expect.poll(() => desk.stored(email)).toEqual([]);
    await server.sql('select private.queue_opening_mails()');
    expect(smtp.mails.filter(to(email))).toHaveLength(2);
  });

  test('is notified when the day arrives', async ({ smtp, server, desk }) => {
    await close(server, dayFromNow(1));
    const email = await desk.waitsForOpening();
    const notice = smtp.next(tells(email));
    await dayArrives(server);
    await server.sql("notify mails, ''");
    await notice;
    await expect.poll(() => desk.stored(email)).toEqual([]);
  });

  test('gets the same answer, one mail a minute, and stays seven days', async ({ smtp, server, desk }) => {
    const email = await desk.waitsForOpening();
    const other = someEmail();
    const mail = smtp.next(to(other));
    const answers = [];
    for (const requested of [email, other, other.toUpperCase(), ` ${other} `])
      answers.push((await desk.ask(requested)).data);
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ outcome: 'requested' })));
    await mail;
    await expect.poll(async () => (await desk.stored(other))[0]?.waiting).toBe(0);
    expect(smtp.mails.filter(to(other))).toHaveLength(1);
    expect(smtp.mails.filter(to(email))).toHaveLength(1);
    await server.sql("update private.opening_requests set requested_at = requested_at - interval '8 days'");
    await server.sql('select public.delete_expired_opening_requests()');
    expect(await desk.stored(other)).toEqual([]);
  });

  test('is not kept if it is invalid, or while applications are open', async ({ server, desk }) => {
    for (const email of ['no address', `${'x'.repeat(300)}@example.org`])
      expect((await desk.ask(email)).data).toEqual({ outcome: 'invalid' });
    await desk.open();
    expect((await desk.ask(someEmail())).data).toEqual({ outcome: 'open' });
    expect(await server.sql('select from private.opening_requests')).toEqual([]);
  });

  test('is deleted with its link after applications have opened', async ({ smtp, desk }) => {
    const email = someEmail();
    const mail = smtp.next(to(email));
    await desk.ask(email);
    const id = linkIn((await mail).text);
    await desk.open();
    expect(await desk.confirm(id)).toEqual({ outcome: 'open' });
    expect(await desk.stored(email)).toEqual([]);
    for (const invalid of [id, '', 'x', '00000000-0000-4000-8000-000000000000'])
      expect(await desk.confirm(invalid)).toEqual({ outcome: 'unknown' });
  });

  test('is deleted once if its link is opened while it is notified', async ({ server, desk }) => {
    const { request } = await server.row<{ request: string }>`with request as (
         insert into private.opening_requests (email, confirmed_at, queued_at) values ('told@example.org', now(), now())
         returning id)
       insert into private.messages (kind, state, claimed_at, opening_request_id)
       select 'opening', 'sending', now(), id from request returning opening_request_id as request`;
    await desk.open();
    const mailer = await holdRows(
      server,
      'select from private.messages where opening_request_id = $1 for update',
      [request],
    );
    const link =
      await server.value<string>`select private.make_link(${request}, gen_random_uuid(), 'opening')`;
    const answer = desk.confirm(link);
    await lockWaits(server);
    await mailer.query(
      `update private.messages set state = 'sent', sent_at = now() where opening_request_id = $1`,
      [request],
    );
    await mailer.query('commit');
    expect(await answer).toEqual({ outcome: 'unknown' });
    expect(await desk.stored('told@example.org')).toEqual([]);
  });

  test('waits while the breaker is open or applications are closed again', async ({ server, desk }) => {
    await server.sql`with request as (
         insert into private.opening_requests (email, confirmed_at, queued_at) values ('waits@example.org', now(), now())
         returning id)
       insert into private.messages (kind, opening_request_id) select 'opening', id from request`;
    const claimed = () =>
      server.value<unknown[]>(`select private.claim_messages('mail', 10) -> 'messages' as messages`);
    expect(await claimed()).toEqual([]);
    await server.sql`update private.channels
      set breaker_opened_at = now(), next_trial_at = now() + interval '1 hour' where name = 'mail'`;
    await desk.open();
    expect(await claimed()).toEqual([]);
    expect(await desk.stored('waits@example.org')).toHaveLength(1);
    await server.sql('update private.channels set breaker_opened_at = null, next_trial_at = null');
  });
});

describe('an opening by an owner', () => {
  interface Intake {
    readonly closed: boolean;
    readonly opens_in_seconds: number | null;
    readonly version: number;
    readonly waiting: number;
  }
  const opens = async (owner: Member, version?: number) =>
    owner.call<Intake>('review_intake_save', {
      seen_version: version ?? (await owner.call<Intake>('review_intake')).version,
      closed: false,
    });

  test.beforeEach(({ server }) => close(server, dayFromNow(5)));

  test('with addresses that wait begins after half a minute', async ({ smtp, server, desk, owner }) => {
    const email = await desk.waitsForOpening();
    const opening = await opens(owner);
    expect(opening).toMatchObject({ closed: true, waiting: 1 });
    expect(opening.opens_in_seconds).toBeGreaterThan(20);
    expect(opening.opens_in_seconds).toBeLessThanOrEqual(30);
    await server.sql('select private.queue_opening_mails()');
    // The mail with the link is recorded soon after it arrived.
    await expect.poll(() => desk.stored(email)).toMatchObject([{ waiting: 0 }]);
    expect((await desk.ask(someEmail())).data).toEqual({ outcome: 'requested' });
    const notice = smtp.next(tells(email));
    await server.sql`update private.intake set opens_at = now()`;
    await server.sql("notify mails, ''");
    await notice;
    expect(await owner.call('review_intake')).toMatchObject({ closed: false, opens_in_seconds: null });
    await expect.poll(() => desk.stored(email)).toEqual([]);
    const late = { seen_version: (await owner.call<Intake>('review_intake')).version };
    expect(await owner.refusal('review_opening_stop', late)).toMatchObject(
      refusedWith('nothing_to_stop', 'Applications are open already.'),
    );
  });

  test('is stopped by an owner who saw it, and changes nothing', async ({
    server,
    desk,
    owner,
    reviewer,
  }) => {
    const email = await desk.waitsForOpening();
    const { version } = await opens(owner);
    expect(await reviewer.refusal('review_opening_stop', { seen_version: version })).toMatchObject(
      refusedWith('access_too_low', 'This needs the access of an owner. You have the access of a reviewer.'),
    );
    expect(await owner.refusal('review_opening_stop', { seen_version: version - 1 })).toMatchObject(
      conflict({ version }),
    );
    const stopped = await owner.call<Intake>('review_opening_stop', { seen_version: version });
    expect(stopped).toMatchObject({
      closed: true,
      opens_in_seconds: null,
      opens_on: dayFromNow(5),
      waiting: 1,
    });
    await server.sql`select private.queue_opening_mails()`;
    // The mail with the link is recorded soon after it arrived.
    await expect.poll(() => desk.stored(email)).toMatchObject([{ waiting: 0 }]);
    expect(await owner.refusal('review_opening_stop', { seen_version: stopped.version })).toMatchObject(
      refusedWith('nothing_to_stop', 'There is no opening to stop.'),
    );
  });

  test('waits for a stop that was pressed in time, and mails nothing', async ({ server, desk, owner }) => {
    const email = await desk.waitsForOpening();
    await opens(owner);
    const stop = await holdRows(server, 'select from private.intake for update', []);
    await stop.query('update private.intake set opens_at = null');
    await server.sql('update private.channels set breaker_opened_at = null, next_trial_at = null');
    const queued = server.sql('select private.queue_opening_mails()');
    await lockWaits(server);
    await stop.query('commit');
    await queued;
    // The mail with the link is recorded soon after it arrived.
    await expect.poll(() => desk.stored(email)).toMatchObject([{ waiting: 0 }]);
  });

  test('without an address that waits is immediate', async ({ owner }) => {
    expect(await opens(owner)).toMatchObject({ closed: false, opens_in_seconds: null, waiting: 0 });
  });
});

function openDesk(smtp: TestSmtp, server: TestServer, page: Visitor) {
  const open = () => server.sql('select private.set_intake(false)');
  const ask = (email: string, from = someHost()) =>
    page.rest.rpc('request_opening_mail', { email }).setHeader('x-forwarded-for', from);
  const confirm = async (request: string) =>
    (await page.rest.rpc('confirm_opening_request', { link_secret: request })).data as unknown;
  /** Returns the stored address with the number of its mails that wait or are being sent. */
  const stored = (email: string) =>
    server.sql<{ id: string; confirmed_at: Date | null; waiting: number }>`
      select r.*, (select count(*) from private.messages m
        where m.opening_request_id = r.id and m.state in ('due', 'sending'))::integer as waiting
       from private.opening_requests r where lower(email) = lower(${email})`;
  /** Leaves an address and confirms it by the link mailed to it. */
  async function waitsForOpening(): Promise<string> {
    const email = someEmail();
    const mail = smtp.next(to(email));
    expect((await ask(email)).data).toEqual({ outcome: 'requested' });
    expect(await confirm(linkIn((await mail).text))).toEqual({ outcome: 'confirmed' });
    return email;
  }
  return { waitsForOpening, open, stored, ask, confirm };
}

const tells = (email: string) => (mail: { subject?: string; to?: { address?: string }[] }) =>
  to(email)(mail) && mail.subject === 'Applications to Solostead are open';
const someEmail = () => sampleApplication().email;
const linkIn = (text: string | undefined) => /\/opening\?request=([\w-]{43})/.exec(text ?? '')?.[1] ?? 'none';
