import { holdRows } from '../../../server/tests/harness/databases/held-rows.ts';
import { manyApplied } from '../../harness/applicant.ts';
import { type TestSmtp, to } from '../../../server/tests/harness/mail/smtp.ts';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ SMTP_CONNECTIONS: '4' });

describe('without a rate', () => {
  test.beforeEach(async ({ smtp, server }) => {
    smtp.behave('accept');
    await restore(server);
  });

  test('twenty mails are sent in parallel over reused connections', async ({ smtp, server }) => {
    const emails = await manyApplied(server, 20);
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

  test('a mail server that answers 451 gets growing pauses, and no mail uses up a retry', async ({
    smtp,
    server,
  }) => {
    const emails = await manyApplied(server, 6);
    smtp.behave('busy');
    await queue(server, emails);
    await expect.poll(async () => (await pace(server)).times).toBe(1);
    // The schedule tries none of them again while they are looked at.
    await server.sql(`update private.mail_pace set slow_until = slow_until + interval '1 hour'`);
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
      await server.sql`update private.mail_pace
        set slowed_at = now() - interval '1 hour', slow_until = now()`;
      await server.sql(`update private.mails set due_at = now() where state = 'due'`);
      await look(server);
      await expect.poll(() => pace(server)).toEqual({ times, pause });
      expect(smtp.offered).toBeGreaterThan(offered);
      for (const email of emails)
        await expect.poll(() => mailOf(server, email)).toMatchObject({ state: 'due', attempts: 0 });
    }
    await server.sql(`update private.mails set due_at = now() where state = 'due'`);
    const claimed = await server.sql('select private.claim_mails(10, null) as claimed');
    expect(claimed).toEqual([{ claimed: { orders: [], wait_ms: expect.any(Number) } }]);
    smtp.behave('accept');
    await restore(server);
    await look(server);
    await arrived(smtp, emails);
  });

  test('a mail that was postponed for a day uses up retries like any failed mail', async ({
    smtp,
    server,
  }) => {
    const [email] = await manyApplied(server, 1);
    smtp.behave('busy');
    await server.sql`insert into private.mails (application_id, kind, created_at)
       select id, 'confirmation', now() - interval '25 hours' from public.applications where email = ${email}`;
    await look(server);
    await expect.poll(() => mailOf(server, email!)).toMatchObject({ state: 'due', attempts: 1, waits: true });
    await server.sql`delete from public.applications where email = ${email}`;
  });
});

// deliver-due-mails.test.ts shows that the rate of SMTP_RATE is claimed by.
describe('with a rate', () => {
  test.for([
    ['one mail in its turn', 8, { turns: 1, passed: '0' }, { claimed: 1, wait_ms: 125 }],
    ['none before the next turn', 8, { turns: 0.2, passed: '-1 hour' }, { claimed: 0, wait_ms: 100 }],
    ['one after an hour without mails', 8, { turns: 0, passed: '1 hour' }, { claimed: 1, wait_ms: 125 }],
    ['a tenth of a second’s mails', 40, { turns: 0, passed: '1 hour' }, { claimed: 4, wait_ms: 25 }],
    ['one although the clock was set back', 8, { turns: 1, passed: '-1 hour' }, { claimed: 1, wait_ms: 125 }],
  ] as const)('%s may leave', async ([_what, rate, { turns, passed }, expected], { server }) => {
    await manyApplied(server, 6);
    // In one transaction, so that the server sees no mail that it would send.
    const client = await holdRows(
      server,
      `update private.mail_pace
          set turns = $1, counted_at = clock_timestamp() - $2::interval, slow_until = null`,
      [turns, passed],
    );
    await client.query(`insert into private.mails (application_id, kind)
      select id, 'confirmation' from public.applications`);
    const { rows } = await client.query(
      `select jsonb_array_length(answer -> 'orders') as claimed, (answer ->> 'wait_ms')::integer as wait_ms
         from private.claim_mails(6, $1) as answer`,
      [rate],
    );
    expect(rows[0]).toEqual(expected);
    const left = await client.query('select turns from private.mail_pace');
    expect(left.rows[0].turns).toBeLessThan(1);
    await client.query('rollback');
  });
});

const restore = (server: TestServer) =>
  server.sql`update private.mail_pace
    set slow_until = null, slowed_at = null, slowed_times = 0, turns = 0, counted_at = now()`;
const look = (server: TestServer) => server.sql(`select pg_notify('mails', '')`);
const pace = (server: TestServer) => server.row<{ times: number; pause: number }>`
      select slowed_times as times, round(extract(epoch from slow_until - slowed_at))::integer as pause from private.mail_pace`;
const mailOf = (server: TestServer, email: string) => server.row<{
  state: string;
  attempts: number;
  waits: boolean;
}>`
      select m.state, m.attempts, m.due_at > now() as waits
         from private.mails m join public.applications a on a.id = m.application_id where a.email = ${email}`;

/** Makes their confirmation mails due at once. */
async function queue(server: TestServer, emails: readonly string[]): Promise<void> {
  await server.sql`insert into private.mails (application_id, kind)
     select id, 'confirmation' from public.applications where email = any(${emails})`;
  await look(server);
}
const arrived = (smtp: TestSmtp, emails: readonly string[]) =>
  expect.poll(() => emails.map((email) => smtp.mails.filter(to(email)).length)).toEqual(emails.map(() => 1));
