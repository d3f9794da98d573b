import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { manyApplied } from '../../harness/applicant.ts';
import { type TestSmtp, to } from '@solostead/server-testkit/mail/smtp';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ SMTP_CONNECTIONS: '4' });
test.beforeEach(async ({ smtp, server }) => {
  smtp.behave('accept');
  await restore(server);
  await server.sql('delete from public.applications');
});

test('a claim reads a few pages however many mails wait, the earliest first', async ({ server }) => {
  await server.sql(
    `insert into public.applications (name, email, sectors, ${questionColumns})
     select 'Amber Sample', 'sample-' || n || '@builders.example', 'music', ${answersYes} from generate_series(1, $1::integer) n`,
    [WAITING],
  );
  await server.sql('analyze');
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(
    `insert into private.messages (application_id, kind, due_at)
     select id, 'confirmation', now() - make_interval(secs => row_number() over ()) from public.applications`,
  );
  const explain = () =>
    client.query('explain (analyze, buffers, format json) select private.claim_messages($$mail$$, 3)');
  // The first statement of a session also reads the catalogue.
  await explain();
  const { rows } = await explain();
  expect(rows[0]['QUERY PLAN'][0]['Plan']['Shared Hit Blocks']).toBeLessThan(500);
  const claimed = await client.query(
    `select extract(epoch from now() - due_at)::integer as seconds
       from private.messages where state = 'sending' order by 1`,
  );
  expect(claimed.rows.map(({ seconds }) => seconds)).toEqual(
    Array.from({ length: 6 }, (_, index) => WAITING - 5 + index),
  );
  await client.query('rollback');
});

test('one call records the sent mails and claims the next ones', async ({ server }) => {
  await waiting(server, 3, 'sending');
  const sent = await idsIn(server, 'sending');
  await server.sql(LAB_MAILS);
  const { messages, ...rest } = await call(server, sent, 2);
  expect(rest).toEqual({ unrecorded: [], wait_ms: 0 });
  expect(await idsIn(server, 'sent')).toEqual(sent);
  expect(messages.map(({ id }) => id).toSorted()).toEqual(await idsIn(server, 'sending'));
  expect(messages).toHaveLength(2);
  const summaries = await server.sql('select distinct confirmation_mail from public.applications');
  expect(summaries).toEqual([{ confirmation_mail: 'sent' }]);
});

test('a mail that is not being sent is not recorded as sent', async ({ server }) => {
  await waiting(server, 2);
  const due = await idsIn(server, 'due');
  const nothing = { messages: [], wait_ms: 0, unrecorded: [] };
  expect(await call(server, [due[0]!, crypto.randomUUID()], 0)).toEqual(nothing);
  expect(await idsIn(server, 'due')).toEqual(due);
});

test('a sender whose claim expired records nothing once another one has the mail', async ({ server }) => {
  await waiting(server, 1);
  const claim = async () => (await call(server, [], 1)).messages[0]!;
  const former = await claim();
  await server.sql(`update private.messages set claimed_at = now() - interval '121 seconds'`);
  const { id, attempt } = await claim();
  expect([former.id, former.attempt, attempt]).toEqual([id, 1, 2]);
  const record = (outcome: object) =>
    server.sql`select public.exchange_messages('mail', ${JSON.stringify([{ id, ...outcome }])}::jsonb, 0)`;
  await record({ attempt: former.attempt, failure: 'late' });
  expect(await idsIn(server, 'sending')).toEqual([id]);
  // Its tries begin again, as after a manual retry or a corrected address.
  await record({ attempt, failure: 'no', final: true });
  await server.sql(`update private.messages set state = 'due', attempts = 0, due_at = now()`);
  const latest = await claim();
  await record({ attempt: former.attempt, server_up: true });
  await record({ server_up: true });
  expect(await idsIn(server, 'sending')).toEqual([id]);
  await record({ attempt: latest.attempt, server_up: true });
  expect(await idsIn(server, 'sent')).toEqual([id]);
});

test('a successful trial closes the breaker before the same call claims mails', async ({ server }) => {
  await waiting(server, 1, 'sending');
  const sent = await idsIn(server, 'sending');
  await server.sql(LAB_MAILS);
  await server.sql`update private.channels
    set breaker_opened_at = now(), next_trial_at = now() + interval '1 minute', breaker_reason = 'x' where name = 'mail'`;
  const { messages } = await call(server, sent, 2);
  expect(messages.map(({ id }) => id)).toEqual(await idsIn(server, 'sending'));
  expect(messages).toHaveLength(1);
});

test('the retry of a confirmation mail is dropped once another link has confirmed', async ({ server }) => {
  await waiting(server, 1);
  await server.sql('update public.applications set email_confirmed_at = now()');
  expect(await call(server, [], 2)).toMatchObject({ messages: [] });
  expect(await server.column(`select state from private.messages where kind = 'confirmation'`)).toEqual([
    'dropped',
  ]);
});

test('copies that record and claim at once get each mail once', async ({ server }) => {
  await waiting(server, 20);
  const taken: string[] = [];
  const copy = async () => {
    let sent: string[] = [];
    do {
      const { messages, unrecorded } = await call(server, sent, 3);
      taken.push(...messages.map(({ id }) => id));
      // Mails that another call has locked are recorded by the next one, as the mailer does it.
      sent = [...unrecorded, ...messages.map(({ id }) => id)];
    } while (sent.length > 0);
  };
  // A copy skips mails that another one has locked. A second call claims the rest.
  for (let look = 0; look < 2; look += 1) await Promise.all(Array.from({ length: 6 }, copy));
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken).toHaveLength(20);
  expect(await idsIn(server, 'sent')).toHaveLength(20);
});

test('a mail of a changing application delays no other, and is recorded later', async ({ smtp, server }) => {
  const emails = await waiting(server, 12);
  await holdMails(smtp, server, 4);
  const other = await holdRows(
    server,
    `select from public.applications a join private.messages m on m.application_id = a.id
      where m.state = 'sending' limit 1 for update of a`,
  );
  smtp.behave('accept');
  smtp.release();
  await recorded(server, 11);
  expect(await idsIn(server, 'sending')).toHaveLength(1);
  await other.query('commit');
  await recorded(server, 12);
  await arrived(smtp, emails);
});

test('sent mails are recorded if none can be claimed, and none is sent twice', async ({ smtp, server }) => {
  const emails = await waiting(server, 4);
  await holdMails(smtp, server, 4);
  await server.sql(
    'alter function private.claim_messages(text, integer, double precision) rename to claim_none',
  );
  try {
    smtp.behave('accept');
    smtp.release();
    await recorded(server, 4);
  } finally {
    await server.sql(
      'alter function private.claim_none(text, integer, double precision) rename to claim_messages',
    );
  }
  await look(server);
  await arrived(smtp, emails);
});

describe('without a rate', () => {
  test('twenty mails are sent in parallel over reused connections', async ({ smtp, server }) => {
    const emails = await manyApplied(server, 20);
    smtp.hangUp();
    const before = smtp.connections;
    await queue(server, emails);
    await arrived(smtp, emails);
    expect(smtp.connections - before).toBeGreaterThan(1);
    expect(smtp.connections - before).toBeLessThanOrEqual(4);
  });

  test('a connection that the mail server has closed uses up no retry', async ({ smtp, server }) => {
    const [first, second] = await manyApplied(server, 2);
    await queue(server, [first!]);
    await arrived(smtp, [first!]);
    smtp.hangUp();
    await queue(server, [second!]);
    await arrived(smtp, [second!]);
    await expect.poll(() => mailOf(server, second!)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('451 of a mail server makes pauses, and uses up no retry', async ({ smtp, server }) => {
    const emails = await manyApplied(server, 6);
    smtp.behave('busy');
    await queue(server, emails);
    await expect.poll(async () => (await pace(server)).times).toBe(1);
    // The schedule tries none of them again while they are looked at.
    await server.sql(`update private.channels set slow_until = slow_until + interval '1 hour'`);
    for (const email of emails)
      await expect.poll(() => mailOf(server, email)).toMatchObject({ state: 'due', attempts: 0 });
    // Mails sent in parallel slow the pace down once.
    expect(await pace(server)).toEqual({ times: 1, pause: 5 + 3600 });
    for (const [times, pause] of [
      [2, 10],
      [3, 20],
    ]) {
      const offered = smtp.offered;
      // A long pause has just passed, so that a slow machine still asks within as long again.
      await server.sql`update private.channels
        set slowed_at = now() - interval '1 hour', slow_until = now() where name = 'mail'`;
      await server.sql(`update private.messages set due_at = now() where state = 'due'`);
      await look(server);
      await expect.poll(() => pace(server)).toEqual({ times, pause });
      expect(smtp.offered).toBeGreaterThan(offered);
      for (const email of emails)
        await expect.poll(() => mailOf(server, email)).toMatchObject({ state: 'due', attempts: 0 });
    }
    await server.sql(`update private.messages set due_at = now() where state = 'due'`);
    const claimed = await server.sql(`select private.claim_messages('mail', 10) as claimed`);
    expect(claimed).toEqual([{ claimed: { messages: [], wait_ms: expect.any(Number) } }]);
    smtp.behave('accept');
    await restore(server);
    await look(server);
    await arrived(smtp, emails);
  });

  test('a mail that was postponed for a day uses up retries', async ({ smtp, server }) => {
    const [email] = await manyApplied(server, 1);
    smtp.behave('busy');
    await server.sql`insert into private.messages (application_id, kind, created_at)
       select id, 'confirmation', now() - interval '25 hours' from public.applications where email = ${email}`;
    await look(server);
    await expect.poll(() => mailOf(server, email!)).toMatchObject({ state: 'due', attempts: 1, waits: true });
  });
});

const WAITING = 300;
const LAB_MAILS = `insert into private.messages (application_id, kind) select id, 'lab' from public.applications`;

type Answer = { messages: { id: string; attempt: number }[]; wait_ms: number; unrecorded: string[] };

/** Creates applications with a mail each and returns the addresses, without notifying the server. */
async function waiting(
  server: TestServer,
  count: number,
  state: 'due' | 'sending' = 'due',
): Promise<string[]> {
  const emails = await manyApplied(server, count);
  await server.sql`insert into private.messages (application_id, kind, state, claimed_at)
     select id, 'confirmation', ${state}::private.message_state, case when ${state} = 'sending'::private.message_state then now() end
       from public.applications`;
  return emails;
}
const idsIn = (server: TestServer, state: string) =>
  server.column<string>`select id from private.messages where state = ${state} order by id`;
const call = (server: TestServer, sent: readonly string[], batch: number): Promise<Answer> =>
  server.value<Answer>`select public.exchange_messages('mail', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'attempt', m.claims, 'server_up', true) order by o.place), '[]'), ${batch}) as answer
    from unnest(${sent}::uuid[]) with ordinality as o (id, place) left join private.messages m on m.id = o.id`;
const look = (server: TestServer) => server.sql(`select pg_notify('mails', '')`);
/** Has the mail server keep the server waiting for its answer about this many mails. */
async function holdMails(smtp: TestSmtp, server: TestServer, count: number): Promise<void> {
  smtp.behave('hold');
  const before = smtp.held;
  await look(server);
  await expect.poll(() => smtp.held - before).toBe(count);
}
const recorded = (server: TestServer, count: number) =>
  expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(count);
const restore = (server: TestServer) =>
  server.sql`update private.channels
    set slow_until = null, slowed_at = null, slow_requests = 0, send_tokens = 0, tokens_counted_at = now()`;
const pace = (server: TestServer) => server.row<{ times: number; pause: number }>`
      select slow_requests as times, round(extract(epoch from slow_until - slowed_at))::integer as pause
        from private.channels where name = 'mail'`;
type Mail = { state: string; attempts: number; waits: boolean };
const mailOf = (server: TestServer, email: string) => server.row<Mail>`
      select m.state, m.attempts, m.due_at > now() as waits
         from private.messages m join public.applications a on a.id = m.application_id where a.email = ${email}`;

/** Makes their confirmation mails due at once. */
async function queue(server: TestServer, emails: readonly string[]): Promise<void> {
  await server.sql`insert into private.messages (application_id, kind)
     select id, 'confirmation' from public.applications where email = any(${emails})`;
  await look(server);
}
const arrived = (smtp: TestSmtp, emails: readonly string[]) =>
  expect.poll(() => emails.map((email) => smtp.mails.filter(to(email)).length)).toEqual(emails.map(() => 1));
