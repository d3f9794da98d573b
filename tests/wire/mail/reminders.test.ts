import type { TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { setHiding, showOpinions } from '../../harness/opinions.ts';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

const test = testMailing({ MAIL_FROM: 'Solostead <hello@lab.example>', SITE_URL: 'http://lab.example' })
  .extend('member', { scope: 'file' }, ({ server }) => makeMember(server, 'member@lab.example', 'reviewer'))
  .extend('desk', { scope: 'file' }, ({ smtp, server, owner, member }) =>
    openDesk(smtp, server, owner, member),
  );

test.beforeAll(({ server }) => showOpinions(server));

test.beforeEach(async ({ smtp, server }) => {
  smtp.behave('accept');
  await server.sql(`update public.member_settings set digest = 'never'`);
  await server.sql('delete from private.messages where member_id is not null');
  await server.sql('delete from private.member_notices');
});

describe('a digest', () => {
  test('is not sent to banned members, or without anything to report', async ({ server, member, desk }) => {
    await desk.liveWhereItIs([10, 20]);
    const states = () => server.column('select state from private.messages where member_id is not null');
    await desk.want('daily');
    await desk.deliver();
    expect(await states()).toEqual(['dropped']);
    await desk.make('reported', { assignee: member.id });
    await server.sql('delete from private.messages where member_id is not null');
    await server.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${member.id}`;
    await desk.deliver();
    expect(await states()).toEqual(['dropped']);
    await server.sql`update auth.users set banned_until = null where id = ${member.id}`;
    await server.sql('delete from public.applications');
  });

  test('has counts, links and no names, and is sent once, however often asked', async ({ member, desk }) => {
    const late = await desk.make('late', { email_confirmed_at: daysAgo(12) });
    await desk.make('later', { email_confirmed_at: daysAgo(14), assignee: member.id });
    await desk.make('untold', { status: 'declined', email_confirmed_at: daysAgo(1), assignee: member.id });
    await desk.make('mine', { assignee: member.id });
    await desk.mention(late, member);
    await desk.liveWhereItIs([10, 20]);
    await desk.want('daily');
    await Promise.all([desk.queue(), desk.queue(), desk.queue()]);
    await desk.deliver();
    await desk.deliver();
    const [mail, ...others] = desk.mailsTo(member.email);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe(
      'Applications: 2 are yours, 2 wait longer than promised, 1 still needs to hear from us, 1 mention of you',
    );
    expect(mail!.text).toContain('hear from us: http://lab.example/admin?screen=notify\n');
    expect(mail!.text! + mail!.html!).not.toMatch(/Amber|builders\.example|secret/);
  });

  test.for([
    ['before nine', [1, 7], 'daily', 0],
    ['never', [10, 20], 'never', 0],
    ['weekly, from nine on Monday', [10, 20], 'weekly', 1],
  ] as const)('%s', async ([_when, hours, digest, count], { server, desk }) => {
    await desk.liveWhereItIs(hours);
    await desk.want(digest);
    await desk.queue();
    expect(await server.sql(`select from private.messages where kind = 'digest'`)).toHaveLength(count);
  });

  test('begins on the morning after it was requested', async ({ server, member, desk }) => {
    await desk.liveWhereItIs([10, 20]);
    await member.call('review_reminders_save', { digest: 'daily', mentions: true, assignments: true });
    await desk.queue();
    expect(await server.sql('select from private.messages where member_id is not null')).toEqual([]);
  });
});

describe('a mention', () => {
  test('is mailed once in ten minutes, without the note’s text', async ({ server, member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const ids = [await desk.make('mention-1'), await desk.make('mention-2')];
    for (const id of ids) await desk.mention(id, member);
    await desk.mention(ids[0]!, member);
    await desk.deliverLater();
    const mails = desk.mailsTo(member.email).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['You are mentioned on 2 applications']);
    for (const id of ids)
      expect(mails[0]!.text).toMatch(
        new RegExp(
          `^owner mentioned you: Application ${id.slice(0, 8)} of .*: http://lab.example/admin\\?open=${id}$`,
          'm',
        ),
      );
    expect(mails[0]!.text! + mails[0]!.html!).not.toMatch(/Amber|secret|owner@/);

    const other = await makeMember(server, 'other@lab.example', 'reviewer');
    await other.call('review_name_save', { name: 'Other Sample' });
    await desk.mention(ids[1]!, member, other);
    await desk.deliverLater();
    expect(desk.mailsTo(member.email)).toHaveLength(before + 1);
    await server.sql`update private.messages set created_at = created_at - interval '10 minutes'
      where member_id is not null`;
    await desk.deliver();
    const short = ids[1]!.slice(0, 8);
    expect(desk.mailsTo(member.email).at(-1)).toMatchObject({
      subject: `Other Sample mentioned you on application ${short}`,
      html: expect.stringContaining(`/admin?open=${ids[1]!}">Open application ${short}</a>`),
    });
  });

  test('of oneself, in a deleted note or with mails off is not mailed', async ({ server, member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const id = await desk.make('mention-none');
    await desk.mention(id, member, member);
    await server.sql`delete from public.application_notes where id = ${await desk.mention(id, member)}`;
    await desk.deliverLater();
    await desk.want('never', false, true);
    await desk.mention(id, member);
    await desk.deliverLater();
    await desk.want('never');
    expect(desk.mailsTo(member.email)).toHaveLength(before);
  });

  test('waits until the member can see others’ opinions', async ({ server, member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const id = await desk.make('mention-fair');
    await setHiding(server, true);
    await desk.mention(id, member);
    await desk.deliverLater();
    expect(desk.mailsTo(member.email)).toHaveLength(before);
    await server.sql`insert into public.application_ratings (application_id, reviewer, criterion, score)
       select ${id}, ${member.id}, key, 3 from public.rating_criteria`;
    await showOpinions(server);
    await desk.deliver();
    expect(desk.mailsTo(member.email)).toHaveLength(before + 1);
  });
});

describe('an assignment', () => {
  test('by others is mailed, several in one mail, and one’s own is not', async ({ member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const ids = await Promise.all([...'abcdefghijkl'].map((letter) => desk.make(`assigned-${letter}`)));
    await desk.assign(ids, member);
    const own = await desk.make('assigned-own');
    await desk.assign([own], member, member);
    await desk.deliverLater();
    const [mail, ...others] = desk.mailsTo(member.email).slice(before);
    expect([mail!.subject, others]).toEqual(['12 applications are assigned to you', []]);
    expect(mail!.text!.match(/\?open=/g)).toHaveLength(10);
    expect(mail!.text).not.toContain(own);
  });

  test('is not mailed if removed before, or if these mails are off', async ({ owner, member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const id = await desk.make('assigned-undone');
    const batch_id = await desk.assign([id], member);
    await owner.undo(batch_id);
    await desk.assign([id], member);
    await desk.assign([id], owner, owner);
    await desk.deliverLater();
    await desk.want('never', true, false);
    await desk.assign([id], member);
    await desk.deliverLater();
    await desk.want('never');
    expect(desk.mailsTo(member.email)).toHaveLength(before);
  });

  test('is mailed by the next retry', async ({ smtp, server, member, desk }) => {
    const before = desk.mailsTo(member.email).length;
    const id = await desk.make('assigned-retried');
    await desk.assign([id], member);
    smtp.behave('refuse');
    await desk.letTimePass();
    await desk.queue();
    await server.sql('notify mails');
    await expect
      .poll(() => server.sql('select attempts, state from private.messages where member_id is not null'))
      .toEqual([{ attempts: 1, state: 'due' }]);
    smtp.behave('accept');
    await desk.deliver();
    expect(desk.mailsTo(member.email).slice(before)).toMatchObject([{ text: expect.stringContaining(id) }]);
    expect(await server.sql('select from private.member_notices')).toEqual([]);
  });
});

test('a member sets their own mails and reads them back', async ({ server }) => {
  const fresh = await makeMember(server, 'fresh@lab.example', 'reader');
  const defaults = { digest: 'weekly', mails_mentions: true, mails_assignments: true };
  expect(await fresh.call('review_reminders')).toEqual(defaults);
  await fresh.call('review_booking_link_save', { link: 'https://book.example.org/me' });
  expect(await fresh.call('review_reminders')).toEqual(defaults);
  const chosen = { digest: 'daily', mentions: false, assignments: false };
  const read = { digest: 'daily', mails_mentions: false, mails_assignments: false };
  expect(await fresh.call('review_reminders_save', chosen)).toEqual(read);
  expect(await fresh.refusal('review_reminders_save', { ...chosen, digest: 'hourly' })).toMatchObject(
    refusedWith('invalid_value', 'A digest comes daily, weekly or never.'),
  );
  // Two tabs that change one each.
  await Promise.all([
    fresh.call('review_reminders_save', { mentions: true }),
    fresh.call('review_reminders_save', { digest: 'never' }),
  ]);
  expect(await fresh.call('review_reminders')).toEqual({
    digest: 'never',
    mails_mentions: true,
    mails_assignments: false,
  });
});

function openDesk(smtp: TestSmtp, server: TestServer, owner: Member, member: Member) {
  const make = (handle: string, columns = {}) => makeApplication(server, handle, columns);
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === email);
  const queue = () => server.sql('select private.queue_member_mails() as queued');
  /** Has the lab live where it is a morning or a night now. */
  async function liveWhereItIs(hours: readonly [number, number]): Promise<void> {
    const name = await server.value<string>(
      `select name from pg_timezone_names
      where name ~ '^Etc/GMT[+-]' and extract(hour from now() at time zone name) between $1 and $2 limit 1`,
      [...hours],
    );
    await server.sql`update public.lab_settings set time_zone = ${name}`;
  }
  /** Saves the member's mail settings. A digest was requested long ago. */
  async function want(digest: string, mentions = true, assignments = true): Promise<void> {
    await member.call('review_reminders_save', { digest, mentions, assignments });
    await server.sql`update public.member_settings set digest_since = '-infinity' where user_id = ${member.id}`;
  }
  /** Has the mails queued that are due by now and resolves when all were sent or given back. */
  async function deliver(): Promise<void> {
    await queue();
    await server.sql`update private.messages set due_at = now()
      where member_id is not null and state = 'due'`;
    await server.sql('notify mails');
    const waiting = `select from private.messages where member_id is not null and state in ('due', 'sending')`;
    await expect.poll(() => server.sql(waiting)).toEqual([]);
  }
  /** Moves waiting notices two minutes into the past. */
  const letTimePass = () =>
    server.sql(`update private.member_notices set noticed_at = noticed_at - interval '2 minutes'`);
  /** The same as `deliver`, two minutes later. */
  const deliverLater = async () => {
    await letTimePass();
    await deliver();
  };
  /** Mentions a member in a note of the owner's. */
  async function mention(application: string, mentioned: Member, by: Member = owner): Promise<string> {
    const { id } = await by.addNote(application, 'A secret thought');
    await server.sql`insert into public.note_mentions (note_id, application_id, member_id, mentioned_by)
      values (${id}, ${application}, ${mentioned.id}, ${by.id})
     on conflict do nothing`;
    return id;
  }
  async function assign(ids: readonly string[], assignee: Member | null, by: Member = owner) {
    const change = { assignee: assignee?.id ?? null };
    return (await by.many(ids, change)).batch_id;
  }
  return { make, liveWhereItIs, want, deliver, deliverLater, mailsTo, mention, queue, letTimePass, assign };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
