import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { postJson } from '../../server/tests/harness/network/post-json.ts';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { mailsSettled, sampleApplication, visitor } from '../harness/applicant.ts';
import { eventually } from '../../server/tests/harness/servers/processes.ts';
import { startMigratedPostgres, startServer, type TestServer } from '../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '../../server/tests/harness/mail/smtp.ts';
beforeAll(prepare);
afterAll(cleanUp);

test('every requested mail arrives exactly once although server and mail server die', async () => {
  const rows = Array.from({ length: 12 }, () => sampleApplication());
  const emails = rows.map(({ email }) => email).toSorted();

  const page = visitor(server);
  for (const row of rows) expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hang-up-on-recipient');
  // Half of them meet a failing mail server. The server dies in the middle of the other half.
  await Promise.all(rows.slice(0, 6).map(({ email }) => page.askForMail(email)));
  await mailsSettled(server);
  smtp.behave('hold');
  await Promise.all(rows.slice(6).map(({ email }) => page.askForMail(email)));
  await expect.poll(() => smtp.held).toBe(6);
  await server.kill();
  expect(receivers()).toEqual([]);

  smtp.behave('accept');
  server = await start();
  // Lets the retry's pause and the dead sender's claim be over.
  await server.sql(`update private.mails
    set due_at = now(), claimed_at = claimed_at - interval '3 minutes' where state in ('due', 'sending')`);
  await server.sql(`select pg_notify('mails', '')`);
  await expect.poll(receivers).toEqual(emails);
  await expect
    .poll(() => server.sql(`select from public.applications where confirmation_mail <> 'sent'`))
    .toEqual([]);
  expect(receivers()).toEqual(emails);
});

test('a server that stops finishes and records the mails it has begun, so that none is sent again', async () => {
  const rows = Array.from({ length: 4 }, () => sampleApplication());
  const emails = rows.map(({ email }) => email);
  const page = visitor(server);
  for (const row of rows) expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hold');
  for (const email of emails) expect((await page.askForMail(email)).error).toBeNull();
  await expect.poll(() => smtp.held).toBeGreaterThanOrEqual(4);
  const stopped = server.stop();
  await eventually(() => server.log.some(({ msg }) => msg === 'stopping'));
  smtp.release();
  await stopped;

  server = await start();
  expect(
    await server.sql(
      `select distinct m.state from private.mails m join public.applications a on a.id = m.application_id
        where a.email = any($1)`,
      [emails],
    ),
  ).toEqual([{ state: 'sent' }]);
  await server.sql(`update private.mails set claimed_at = claimed_at - interval '3 minutes'`);
  await server.sql(`select pg_notify('mails', '')`);
  await mailsSettled(server);
  expect(receivers().filter((email) => emails.includes(email!))).toEqual(emails.toSorted());
});

test('a server stops although the mail server does not answer, and sends the mail later', async () => {
  const row = sampleApplication();
  const page = visitor(server);
  expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hold');
  expect((await page.askForMail(row.email)).error).toBeNull();
  await expect.poll(() => smtp.held).toBe(1);
  await server.stop();
  expect(server.exitCode()).toBe(0);

  smtp.behave('accept');
  server = await start();
  await server.sql(
    `update private.mails set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`,
  );
  await server.sql(`select pg_notify('mails', '')`);
  await smtp.next(({ to }) => to?.[0]?.address === row.email);
});

test('a request for a confirmation mail is answered 502 while the database is away', async () => {
  const postgres = await startMigratedPostgres();
  onTestFinished(() => postgres.stop());
  const other = await startServer({ env: { DATABASE_URL: postgres.url() } });
  onTestFinished(() => other.stop());
  const body = { email: 'builder-a@sample.example' };
  const ask = () => postJson(other, '/functions/v1/send-confirmation-email', body);
  expect((await ask()).status).toBe(200);
  await postgres.kill();
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5']);
});

let smtp: TestSmtp;
let server: TestServer;

async function prepare(): Promise<void> {
  smtp = await startSmtp();
  server = await start();
}

async function cleanUp(): Promise<void> {
  await server?.stop();
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const dataDir = makeTestFolder('solostead-mails-');

const start = () => startServer({ dataDir, env: { SMTP_URL: smtp.url } });
const receivers = () => smtp.mails.map(({ to }) => to?.[0]?.address).toSorted();
