import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { applied, manyApplied } from '../../harness/applicant.ts';
import { type TestSmtp, to } from '@solostead/server-testkit/mail/smtp';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';
import { postJson } from '@solostead/server-testkit/network/post-json';

const test = testMailing((smtp) => ({ SMTP_URL: smtp.url.replace('://', '://anyone:secret@') })).extend(
  'desk',
  { scope: 'file' },
  ({ smtp, server }) => openDesk(smtp, server),
);

test.afterAll(async ({ smtp }) => {
  smtp.release();
});
test.beforeEach(async ({ smtp, server }) => {
  smtp.release();
  // Mails of tests before are gone, and with them what they wait for.
  await expect.poll(() => server.sql(`select from private.messages where state = 'sending'`)).toEqual([]);
  await server.sql('delete from public.applications');
  await server.sql`update private.channels
    set breaker_opened_at = null, next_trial_at = null, failed_trials = 0, breaker_reason = null`;
});

describe('the answer', () => {
  test('precedes any lookup, and waits for no lock on applications or mails', async ({ server, desk }) => {
    const { email } = await applied(server);
    const locked = 'lock table public.applications, private.messages in access exclusive mode';
    const other = await holdRows(server, locked);
    const answers = await Promise.all([
      desk.ask(email),
      desk.ask('unknown@example.org'),
      desk.ask('no address'),
    ]);
    await other.query('rollback');
    expect(answers).toEqual([sent, sent, sent]);
    await desk.arrival(email);
  });

  test.for(['refuse', 'busy', 'hold'] as const)(
    'is the same for every address when the mail server answers a recipient with "%s", at once and afterwards',
    async (behaviour, { smtp, server, desk }) => {
      const { email } = await applied(server);
      smtp.behave(behaviour);
      expect(await desk.ask(email)).toEqual(sent);
      const reached = async () => (behaviour === 'hold' ? smtp.held : (await desk.mailOf(email))?.last_error);
      await expect.poll(reached).toBeTruthy();
      expect(await Promise.all([desk.ask(email), desk.ask('unknown@example.org')])).toEqual([sent, sent]);
      expect(await desk.breaker()).toMatchObject({ open: false });
    },
  );
});

describe('the circuit breaker', () => {
  test.for(['away', 'silent'] as const)(
    'makes every address learn that mails cannot be sent while the mail server is "%s", and every mail arrives once',
    async (behaviour, { smtp, server, desk }) => {
      const [earlier, first, second] = (await manyApplied(server, 3)) as [string, string, string];
      // Its connection is kept.
      expect(await desk.ask(earlier)).toEqual(sent);
      await expect.poll(async () => (await desk.mailOf(earlier))?.state).toBe('sent');
      smtp.behave(behaviour);
      expect(await desk.ask(first)).toEqual(sent);
      await desk.opens();
      expect(await Promise.all([desk.ask(second), desk.ask(first), desk.ask('unknown@example.org')])).toEqual(
        [notSent, notSent, notSent],
      );
      expect(await desk.mailOf(first)).toMatchObject({ state: 'due', attempts: 0 });
      expect(
        await server.column`select confirmation_mail from public.applications where email = ${first}`,
      ).toEqual(['retrying']);

      smtp.behave('accept');
      await desk.passPause();
      for (const email of [first, second]) await desk.arrival(email);
      await expect.poll(async () => (await desk.breaker()).open).toBe(false);
      expect(await desk.ask('unknown@example.org')).toEqual(sent);
      await expect.poll(async () => (await desk.mailOf(second))?.state).toBe('sent');
      expect([first, second].map((email) => smtp.mails.filter(to(email)).length)).toEqual([1, 1]);
    },
  );

  test('retries one mail at a time with growing pauses, giving up none', async ({ smtp, server, desk }) => {
    const emails = await manyApplied(server, 6);
    smtp.behave('refuse-sender');
    // Those that were claimed with the one that opens it are no trials.
    await Promise.all(emails.map((email) => desk.ask(email)));
    await desk.opens();
    expect(await desk.breaker()).toMatchObject({
      trials: 0,
      reason: expect.stringMatching(/^EENVELOPE 550/),
    });
    await expect.poll(() => server.sql(`select from private.messages where state = 'sending'`)).toEqual([]);
    for (const [trials, pause] of [30, 60, 120, 240, 300, 300].entries()) {
      const before = smtp.begun;
      await desk.passPause();
      await expect.poll(async () => (await desk.breaker()).trials).toBe(trials + 1);
      // Less than half of it has passed since the trial.
      expect((await desk.breaker()).pause).toBeGreaterThan(pause / 2);
      expect((await desk.breaker()).pause).toBeLessThanOrEqual(pause);
      expect(smtp.begun).toBe(before + 1);
    }
    smtp.behave('accept');
    await desk.passPause();
    for (const email of emails) await desk.arrival(email);
  });

  test.for([
    ['refuse', { state: 'held', attempts: 1 }],
    ['busy', { state: 'due', attempts: 0 }],
  ] as const)(
    'closes at the answer "%s" to a trial',
    async ([behaviour, outcome], { smtp, server, desk }) => {
      const { email } = await applied(server);
      smtp.behave('away');
      await desk.ask(email);
      await desk.opens();
      smtp.behave(behaviour);
      await desk.passPause();
      await expect.poll(async () => (await desk.breaker()).open).toBe(false);
      expect(await desk.mailOf(email)).toMatchObject(outcome);
    },
  );

  test('closes automatically when no mail remains to be tried', async ({ smtp, server, desk }) => {
    const { email } = await applied(server);
    smtp.behave('away');
    await desk.ask(email);
    await desk.opens();
    await server.sql`delete from public.applications where email = ${email}`;
    await desk.passPause();
    await expect.poll(async () => (await desk.breaker()).open).toBe(false);
  });

  test('is reported by the metrics', async ({ smtp, server, desk }) => {
    const metric = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { apikey: server.secretKey } });
      return /^solostead_mail_server_up (\d)$/m.exec(await response.text())?.[1];
    };
    expect(await metric()).toBe('1');
    const { email } = await applied(server);
    smtp.behave('refuse-sender');
    await desk.ask(email);
    await desk.opens();
    // A scrape's figures are a second old at most.
    await expect.poll(metric).toBe('0');
    expect(await server.row('select down_since, reason from public.mail_server_state()')).toEqual({
      down_since: expect.any(Date),
      reason: expect.stringMatching(/^EENVELOPE 550.*Not your address/),
    });
  });

  test('is in the log once at its beginning, with a code, and at its end', async ({ smtp, server, desk }) => {
    const reports = () => server.log.filter(({ msg }) => String(msg).startsWith('the mail server'));
    const BACK = 'the mail server is back';
    // The tests before this one end outages too.
    await expect.poll(() => reports().at(-1)?.['msg'] ?? BACK).toBe(BACK);
    const before = reports().length;
    const { email } = await applied(server);
    smtp.behave('refuse-sender');
    await desk.ask(email);
    await desk.opens();
    await expect.poll(() => reports().slice(before)).toMatchObject([{ level: 40, reason: 'EENVELOPE 550' }]);
    smtp.behave('accept');
    await desk.passPause();
    await desk.arrival(email);
    await expect.poll(() => reports().slice(before).at(1)).toMatchObject({ level: 40, msg: BACK });
    expect(reports().slice(before)).toHaveLength(2);
  });
});

test('a request that was acknowledged is processed although its thread died', async ({ server, desk }) => {
  const { email } = await applied(server);
  await server.sql`insert into private.requested_mails (email, requested_at)
    values (${email}, now() - interval '5 seconds')`;
  await server.sql(`select pg_notify('mails', '')`);
  await desk.arrival(email);
  expect(await server.sql('select from private.requested_mails')).toEqual([]);
});

function openDesk(smtp: TestSmtp, server: TestServer) {
  /** Waits for the mail to this address. Threads take a while to start on a busy machine. */
  const arrival = (email: string) => smtp.next(to(email));
  async function ask(email: string): Promise<unknown[]> {
    const response = await postJson(server, '/functions/v1/send-confirmation-email', { name: 'x', email });
    return [response.status, await response.text()];
  }
  const mailOf = (email: string) => server.row<{
    state: string;
    attempts: number;
    last_error: string | null;
  }>`
        select m.state, m.attempts, m.last_error
         from private.messages m join public.applications a on a.id = m.application_id where a.email = ${email}`;
  const breaker = () => server.row<{
    open: boolean;
    trials: number;
    reason: string | null;
    pause: number | null;
  }>`
        select breaker_opened_at is not null as open, failed_trials as trials, breaker_reason as reason,
              round(extract(epoch from next_trial_at - now()))::integer as pause
          from private.channels where name = 'mail'`;
  const opens = () => expect.poll(async () => (await breaker()).open).toBe(true);
  /** Lets the pause before the next trial be over and has the schedule look. */
  async function passPause() {
    await server.sql('update private.channels set next_trial_at = now() where breaker_opened_at is not null');
    await server.sql(`select pg_notify('mails', '')`);
  }
  return { ask, arrival, mailOf, breaker, opens, passPause };
}
const sent = [200, '{"success":true}'];
const notSent = [502, '{"error":"The confirmation email could not be sent."}'];
