import { holdRows } from '../../../server/tests/harness/databases/held-rows.ts';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import type { TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ SMTP_CONNECTIONS: '4' });
test.beforeEach(({ server }) => server.sql('delete from public.applications'));

test('one call records the sent mails and claims the next ones', async ({ server }) => {
  await waiting(server, 3, 'sending');
  const sent = await idsIn(server, 'sending');
  await server.sql(
    `insert into private.mails (application_id, kind) select id, 'lab' from public.applications`,
  );
  const { orders, ...rest } = await call(server, sent, 2);
  expect(rest).toEqual({ unrecorded: [], wait_ms: 0 });
  expect(await idsIn(server, 'sent')).toEqual(sent);
  expect(orders.map(({ id }) => id).toSorted()).toEqual(await idsIn(server, 'sending'));
  expect(orders).toHaveLength(2);
  const summaries = await server.sql('select distinct confirmation_mail from public.applications');
  expect(summaries).toEqual([{ confirmation_mail: 'sent' }]);
});

test('an empty batch claims none', async ({ server }) => {
  await waiting(server, 2);
  expect(await call(server, [], 0)).toEqual({ orders: [], wait_ms: 0, unrecorded: [] });
  expect(await idsIn(server, 'due')).toHaveLength(2);
});

test('a mail that is not being sent is not recorded as sent', async ({ server }) => {
  await waiting(server, 1);
  const [due] = await idsIn(server, 'due');
  expect(await call(server, [due!, crypto.randomUUID()], 0)).toMatchObject({ unrecorded: [] });
  expect(await idsIn(server, 'due')).toEqual([due]);
});

test('a successful trial closes the breaker before the same call claims mails', async ({ server }) => {
  await waiting(server, 1, 'sending');
  const sent = await idsIn(server, 'sending');
  await server.sql(
    `insert into private.mails (application_id, kind) select id, 'lab' from public.applications`,
  );
  await server.sql(
    `update private.mail_breaker set opened_at = now(), next_trial_at = now() + interval '1 minute', reason = 'x'`,
  );
  const { orders } = await call(server, sent, 2);
  expect(orders.map(({ id }) => id)).toEqual(await idsIn(server, 'sending'));
  expect(orders).toHaveLength(1);
});

test('a list of more than a hundred is refused', async ({ server }) => {
  await waiting(server, 1, 'sending');
  const [sent] = await idsIn(server, 'sending');
  const many = [sent!, ...Array.from({ length: 100 }, () => crypto.randomUUID())];
  await expect(call(server, many, 0)).rejects.toThrow('At most 100 mails are recorded at once.');
  expect(await idsIn(server, 'sending')).toEqual([sent]);
  expect(await call(server, many.slice(0, 100), 0)).toMatchObject({ unrecorded: [] });
  expect(await idsIn(server, 'sent')).toEqual([sent]);
});

test('copies that record and claim at once get each mail once', async ({ server }) => {
  await waiting(server, 40);
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
  expect(taken).toHaveLength(40);
  expect(await idsIn(server, 'sent')).toHaveLength(40);
});

test('a mail whose application is being changed delays no other, and is recorded afterwards', async ({
  smtp,
  server,
}) => {
  const emails = await waiting(server, 12);
  smtp.behave('hold');
  const heldBefore = smtp.held;
  await look(server);
  await expect.poll(() => smtp.held - heldBefore).toBe(4);
  const other = await holdRows(
    server,
    `select from public.applications a join private.mails m on m.application_id = a.id
      where m.state = 'sending' limit 1 for update of a`,
  );
  smtp.behave('accept');
  smtp.release();
  await expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(11);
  expect(await idsIn(server, 'sending')).toHaveLength(1);
  await other.query('commit');
  await expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(12);
  const of = receivers(smtp).filter((email) => emails.includes(email!));
  expect(of.toSorted()).toEqual(emails.toSorted());
});

test('sent mails are recorded even if no more can be claimed, and none is sent twice', async ({
  smtp,
  server,
}) => {
  const emails = await waiting(server, 4);
  smtp.behave('hold');
  const heldBefore = smtp.held;
  await look(server);
  await expect.poll(() => smtp.held - heldBefore).toBe(4);
  await server.sql('alter function private.claim_due_mails(integer) rename to claim_no_mails');
  try {
    smtp.behave('accept');
    smtp.release();
    await expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(4);
  } finally {
    await server.sql('alter function private.claim_no_mails(integer) rename to claim_due_mails');
  }
  await look(server);
  const of = receivers(smtp).filter((email) => emails.includes(email!));
  expect(of.toSorted()).toEqual(emails.toSorted());
});

test('sent mails are recorded as soon as the database allows it again', async ({ smtp, server }) => {
  const emails = await waiting(server, 2);
  smtp.behave('hold');
  const heldBefore = smtp.held;
  await look(server);
  await expect.poll(() => smtp.held - heldBefore).toBe(2);
  const recording = `function public.record_and_claim_mails(uuid[], integer, double precision),
    public.finish_mail(uuid, text, boolean, boolean)`;
  const refused = () =>
    server.log.filter(({ path, status }) => path === '/rest/v1/rpc/finish_mail' && status === 403).length;
  const before = refused();
  await server.sql(`revoke execute on ${recording} from service_role`);
  try {
    smtp.behave('accept');
    smtp.release();
    await expect.poll(() => refused() - before).toBeGreaterThan(2);
    expect(await idsIn(server, 'sending')).toHaveLength(2);
  } finally {
    await server.sql(`grant execute on ${recording} to service_role`);
  }
  await expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(2);
  const of = receivers(smtp).filter((email) => emails.includes(email!));
  expect(of.toSorted()).toEqual(emails.toSorted());
});

test('mails that finish together share a call', async ({ smtp, server }) => {
  await waiting(server, 4);
  smtp.behave('hold');
  const heldBefore = smtp.held;
  await look(server);
  await expect.poll(() => smtp.held - heldBefore).toBe(4);
  const other = await holdRows(server, 'lock table private.mails in share mode');
  smtp.release();
  // The first call waits for the lock. The mails that it does not record wait for the second one.
  const locked = `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'record_and_claim'`;
  await expect.poll(() => server.sql(locked)).toHaveLength(1);
  await other.query('commit');
  await expect.poll(async () => (await idsIn(server, 'sent')).length).toBe(4);
  const times = await server.sql('select distinct sent_at from private.mails');
  expect(times.length).toBeLessThanOrEqual(2);
});

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
  const rows = Array.from({ length: count }, () => sampleApplication());
  for (const row of rows) expect((await visitor(server).apply(row)).error).toBeNull();
  await server.sql(
    `insert into private.mails (application_id, kind, state, claimed_at)
     select id, 'confirmation', $1::private.mail_state, case when $1 = 'sending'::private.mail_state then now() end
       from public.applications`,
    [state],
  );
  return rows.map(({ email }) => email);
}
const idsIn = async (server: TestServer, state: string) =>
  (
    await server.sql<{ id: string }>('select id from private.mails where state = $1 order by id', [state])
  ).map(({ id }) => id);
const call = async (server: TestServer, sent: readonly string[], batch: number): Promise<Answer> =>
  (
    await server.sql<{ answer: Answer }>('select public.record_and_claim_mails($1, $2) as answer', [
      sent,
      batch,
    ])
  )[0]!.answer;
const look = (server: TestServer) => server.sql(`select pg_notify('mails', '')`);
const receivers = (smtp: TestSmtp) => smtp.mails.map(({ to }) => to?.[0]?.address);
