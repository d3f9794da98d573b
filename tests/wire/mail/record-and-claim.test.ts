import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { holdRows } from '../../../server/tests/harness/databases/held-rows.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { manyApplied } from '../../harness/applicant.ts';
import type { TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ SMTP_CONNECTIONS: '4' });
test.beforeEach(({ server }) => server.sql('delete from public.applications'));

test('a claim of three mails reads a few pages however many mails wait, and takes the earliest due first', async ({
  server,
}) => {
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
    `insert into private.mails (application_id, kind, due_at)
     select id, 'confirmation', now() - make_interval(secs => row_number() over ()) from public.applications`,
  );
  const explain = () =>
    client.query('explain (analyze, buffers, format json) select private.claim_due_mails(3)');
  // The first statement of a session also reads the catalogue.
  await explain();
  const { rows } = await explain();
  expect(rows[0]['QUERY PLAN'][0]['Plan']['Shared Hit Blocks']).toBeLessThan(500);
  const claimed = await client.query(
    `select extract(epoch from now() - due_at)::integer as seconds
       from private.mails where state = 'sending' order by 1`,
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
  const { orders, ...rest } = await call(server, sent, 2);
  expect(rest).toEqual({ unrecorded: [], wait_ms: 0 });
  expect(await idsIn(server, 'sent')).toEqual(sent);
  expect(orders.map(({ id }) => id).toSorted()).toEqual(await idsIn(server, 'sending'));
  expect(orders).toHaveLength(2);
  const summaries = await server.sql('select distinct confirmation_mail from public.applications');
  expect(summaries).toEqual([{ confirmation_mail: 'sent' }]);
});

test('a mail that is not being sent is not recorded as sent, and an empty batch claims none', async ({
  server,
}) => {
  await waiting(server, 2);
  const due = await idsIn(server, 'due');
  const nothing = { orders: [], wait_ms: 0, unrecorded: [] };
  expect(await call(server, [due[0]!, crypto.randomUUID()], 0)).toEqual(nothing);
  expect(await idsIn(server, 'due')).toEqual(due);
});

test('a successful trial closes the breaker before the same call claims mails', async ({ server }) => {
  await waiting(server, 1, 'sending');
  const sent = await idsIn(server, 'sending');
  await server.sql(LAB_MAILS);
  await server.sql`update private.mail_breaker
    set opened_at = now(), next_trial_at = now() + interval '1 minute', reason = 'x'`;
  const { orders } = await call(server, sent, 2);
  expect(orders.map(({ id }) => id)).toEqual(await idsIn(server, 'sending'));
  expect(orders).toHaveLength(1);
});

test('the retry of a confirmation mail is dropped once another link has confirmed', async ({ server }) => {
  await waiting(server, 1);
  await server.sql('update public.applications set email_confirmed_at = now()');
  expect(await call(server, [], 2)).toMatchObject({ orders: [] });
  expect(await server.column(`select state from private.mails where kind = 'confirmation'`)).toEqual([
    'dropped',
  ]);
});

test('copies that record and claim at once get each mail once', async ({ server }) => {
  await waiting(server, 20);
  const taken: string[] = [];
  const copy = async () => {
    let sent: string[] = [];
    do {
      const { orders, unrecorded } = await call(server, sent, 3);
      taken.push(...orders.map(({ id }) => id));
      // Mails that another call has locked are recorded by the next one, as the mailer does it.
      sent = [...unrecorded, ...orders.map(({ id }) => id)];
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
    `select from public.applications a join private.mails m on m.application_id = a.id
      where m.state = 'sending' limit 1 for update of a`,
  );
  smtp.behave('accept');
  smtp.release();
  await recorded(server, 11);
  expect(await idsIn(server, 'sending')).toHaveLength(1);
  await other.query('commit');
  await recorded(server, 12);
  expectSentOnce(smtp, emails);
});

test('sent mails are recorded if none can be claimed, and none is sent twice', async ({ smtp, server }) => {
  const emails = await waiting(server, 4);
  await holdMails(smtp, server, 4);
  await server.sql('alter function private.claim_due_mails(integer) rename to claim_no_mails');
  try {
    smtp.behave('accept');
    smtp.release();
    await recorded(server, 4);
  } finally {
    await server.sql('alter function private.claim_no_mails(integer) rename to claim_due_mails');
  }
  await look(server);
  expectSentOnce(smtp, emails);
});

const WAITING = 300;
const LAB_MAILS = `insert into private.mails (application_id, kind) select id, 'lab' from public.applications`;

interface Answer {
  readonly orders: readonly { readonly id: string }[];
  readonly wait_ms: number;
  readonly unrecorded: readonly string[];
}

/** Creates applications with a mail each and returns the addresses, without notifying the server. */
async function waiting(
  server: TestServer,
  count: number,
  state: 'due' | 'sending' = 'due',
): Promise<string[]> {
  const emails = await manyApplied(server, count);
  await server.sql`insert into private.mails (application_id, kind, state, claimed_at)
     select id, 'confirmation', ${state}::private.mail_state, case when ${state} = 'sending'::private.mail_state then now() end
       from public.applications`;
  return emails;
}
const idsIn = (server: TestServer, state: string) =>
  server.column<string>`select id from private.mails where state = ${state} order by id`;
const call = (server: TestServer, sent: readonly string[], batch: number): Promise<Answer> =>
  server.value<Answer>`select public.record_and_claim_mails(${sent}, ${batch}) as answer`;
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
function expectSentOnce(smtp: TestSmtp, emails: readonly string[]): void {
  const receivers = smtp.mails.map(({ to }) => to![0]!.address!).filter((email) => emails.includes(email));
  expect(receivers.toSorted()).toEqual(emails.toSorted());
}
