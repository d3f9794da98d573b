import { applied, linkedId, mailsSettled, passMinute } from '../../harness/applicant.ts';
import { needs } from '@solostead/server-testkit/needs';
import { to } from '@solostead/server-testkit/mail/smtp';
import { hasTools } from '@solostead/server-testkit/tools';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ MAIL_FROM: 'Solostead <hello@lab.example>', MAIL_TO_LAB: 'lab@lab.example' });

describe('the confirmation mail', () => {
  test('has a confirming link, and the lab gets a mail', async ({ smtp, server, page }) => {
    const row = await applied(server);
    const { error } = await page.askForMail(row.email);
    expect(error).toBeNull();
    const mail = await smtp.next(to(row.email));
    expect(mail.from).toMatchObject({ name: 'Solostead', address: 'hello@lab.example' });
    expect(`${mail.text}${mail.html}${mail.subject}`).not.toContain('Anybody');
    // The promise of lab_terms.
    expect(mail.text).toContain('get back to you within 10 days.');
    const id = linkedId(mail.text);
    await mailsSettled(server);
    expect(await stored(server, row.email)).toMatchObject({
      confirmation_mail: 'sent',
      email_confirmed_at: null,
    });
    expect((await stored(server, row.email))['id']).not.toBe(id);

    const { data } = await page.confirm(id);
    expect(data).toEqual({ success: true, message: expect.any(String) });
    expect((await stored(server, row.email))['email_confirmed_at']).toBeInstanceOf(Date);
    await smtp.next((lab) => to('lab@lab.example')(lab) && lab.text!.includes(row.email));
  });

  // form-key.test.ts has the limits of a minute and of five mails.
  test('is sent once to six who ask at the same time', async ({ smtp, server, page }) => {
    const row = await applied(server);
    const answers = await Promise.all(Array.from({ length: 6 }, () => page.askForMail(row.email)));
    expect(answers.map(({ error }) => error)).toEqual(Array(6).fill(null));
    await mailsSettled(server);
    expect(smtp.mails.filter(to(row.email))).toHaveLength(1);
  });

  test('is not sent once the address is confirmed', async ({ smtp, server, page }) => {
    const row = await applied(server);
    await page.askForMail(` ${row.email.toUpperCase()} `);
    await page.confirm(linkedId((await smtp.next(to(row.email))).text));
    await passMinute(server);
    expect((await page.askForMail(row.email)).error).toBeNull();
    await mailsSettled(server);
    expect(smtp.mails.filter(to(row.email)).map(({ subject }) => subject)).toEqual([
      'Confirm your application to Solostead',
      'Your email is confirmed',
    ]);
  });
});

test('a mail that no browser requested is sent once, after two minutes', async ({ smtp, server, page }) => {
  const [late, early, old] = [await applied(server), await applied(server), await applied(server)];
  const age = (email: string, interval: string) =>
    server.sql`update public.applications set created_at = now() - ${interval}::interval
      where email = ${email}`;
  await age(late.email, '2 minutes 1 second');
  await age(old.email, '25 hours');
  // As the schedule does it once a minute.
  const look = () => server.sql(`select public.queue_mails(), pg_notify('mails', '')`);
  await look();
  await smtp.next(to(late.email));
  await look();
  await page.askForMail(early.email);
  await mailsSettled(server);
  expect([late, early, old].map(({ email }) => smtp.mails.filter(to(email)).length)).toEqual([1, 1, 0]);
});

test(
  'under Deno, as on Supabase, the function mails a link that confirms',
  needs(hasTools, 'no Deno for this machine'),
  async ({ smtp, server, page, onTestFinished }) => {
    const deno = await startDenoFunction('send-confirmation-email', server, smtp.url);
    onTestFinished(deno.stop);
    const { name, email } = await applied(server, { name: 'Juniper Sample' });
    const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'Another Name', email });
    const response = await fetch(deno.url, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    const mail = await smtp.next(to(email));
    expect(mail.text).toContain(name);
    expect(mail.text).not.toContain('Another Name');
    expect((await page.confirm(linkedId(mail.text))).data).toMatchObject({ success: true });
  },
);

describe('a mail server that', () => {
  test.beforeEach(({ server }) => server.sql('delete from public.applications'));

  const due = async (server: TestServer, email: string) => {
    const mail = await server.row`
      select m.state, m.attempts, m.last_error, round(extract(epoch from m.due_at - now()) / 60)::integer as minutes
        from private.messages m join public.applications a on a.id = m.application_id where a.email = ${email}`;
    return mail!;
  };
  /** Lets the wait for a retry be over, and waits until the retry has been made. */
  const passRetryPause = async (server: TestServer, email: string, expected: string) => {
    await server.sql(`update private.messages set due_at = now() where state = 'due'`);
    await server.sql(`select pg_notify('mails', '')`);
    const reached = async () => {
      const { state, attempts } = (await due(server, email)) as { state: string; attempts: number };
      return `${state} after ${attempts}`;
    };
    await expect.poll(reached).toBe(expected);
  };

  test('hangs up is tried again after 1, 5 and 30 minutes, then never', async ({ smtp, server, page }) => {
    const row = await applied(server);
    smtp.behave('hang-up-on-recipient');
    expect((await page.askForMail(row.email)).error).toBeNull();
    await mailsSettled(server);
    expect(await stored(server, row.email)).toMatchObject({ confirmation_mail: 'retrying' });
    expect(await due(server, row.email)).toMatchObject({ state: 'due', attempts: 1, minutes: 1 });
    await passRetryPause(server, row.email, 'due after 2');
    expect(await due(server, row.email)).toMatchObject({ minutes: 5 });
    await passRetryPause(server, row.email, 'due after 3');
    expect(await due(server, row.email)).toMatchObject({ minutes: 30 });
    // A request for the mail makes no try early that follows another within a minute.
    await server.sql(`update private.messages set created_at = now() - interval '2 minutes'`);
    expect((await page.askForMail(row.email)).error).toBeNull();
    expect(await due(server, row.email)).toMatchObject({ state: 'due', attempts: 3, minutes: 30 });
    await passRetryPause(server, row.email, 'failed after 4');
    expect(await stored(server, row.email)).toMatchObject({
      confirmation_mail: 'failed',
      email_bounced_at: null,
    });
    smtp.behave('accept');
    expect(await server.command('applications', 'resend')).toMatch(/^1 confirmation email queued/);
    await expect.poll(async () => (await stored(server, row.email))['confirmation_mail']).toBe('sent');
  });

  test('kills its senders four times makes the server give up the mail', async ({ server }) => {
    const row = await applied(server);
    await server.sql`insert into private.messages (application_id, kind, state, claimed_at, attempts)
       select id, 'confirmation', 'sending', now() - interval '3 minutes', 4 from public.applications where email = ${row.email}`;
    await passRetryPause(server, row.email, 'failed after 4');
    expect(await stored(server, row.email)).toMatchObject({ confirmation_mail: 'failed' });
  });
});

const stored = (server: TestServer, email: string) =>
  server.row`select * from public.applications where email = ${email}`;
