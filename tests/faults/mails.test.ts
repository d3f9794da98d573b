import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { applied, mailsSettled, manyApplied, visitor } from '../harness/applicant.ts';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '@solostead/server-testkit/mail/smtp';

const dataDir = newDataFolder(afterAll);
beforeAll(prepare);
afterAll(cleanUp);

test('every requested mail arrives exactly once although server and mail server die', async () => {
  const emails = (await manyApplied(server, 12)).toSorted();
  const page = visitor(server);
  smtp.behave('hang-up-on-recipient');
  // Half of them meet a failing mail server. The server dies in the middle of the other half.
  await Promise.all(emails.slice(0, 6).map(page.askForMail));
  await mailsSettled(server);
  smtp.behave('hold');
  await Promise.all(emails.slice(6).map(page.askForMail));
  await expect.poll(() => smtp.held).toBe(6);
  await server.kill();
  expect(receivers()).toEqual([]);

  smtp.behave('accept');
  server = await start();
  // Lets the retry's pause and the dead sender's claim be over.
  await server.sql(`update private.messages
    set due_at = now(), claimed_at = claimed_at - interval '3 minutes' where state in ('due', 'sending')`);
  await server.sql(`select pg_notify('mails', '')`);
  await expect.poll(receivers).toEqual(emails);
  await expect
    .poll(() => server.sql(`select from public.applications where confirmation_mail <> 'sent'`))
    .toEqual([]);
  expect(receivers()).toEqual(emails);
});

test('a server that stops finishes and records the mails it has begun, so that none is sent again', async () => {
  const emails = await manyApplied(server, 4);
  const page = visitor(server);
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
      `select distinct m.state from private.messages m join public.applications a on a.id = m.application_id
        where a.email = any($1)`,
      [emails],
    ),
  ).toEqual([{ state: 'sent' }]);
  await server.sql(`update private.messages set claimed_at = claimed_at - interval '3 minutes'`);
  await server.sql(`select pg_notify('mails', '')`);
  await mailsSettled(server);
  expect(receivers().filter((email) => emails.includes(email!))).toEqual(emails.toSorted());
});

test('a server stops although the mail server does not answer, and sends the mail later', async () => {
  const row = await applied(server);
  smtp.behave('hold');
  expect((await visitor(server).askForMail(row.email)).error).toBeNull();
  await expect.poll(() => smtp.held).toBe(1);
  await server.stop();
  expect(server.exitCode()).toBe(0);

  smtp.behave('accept');
  server = await start();
  await server.sql(
    `update private.messages set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`,
  );
  await server.sql(`select pg_notify('mails', '')`);
  await smtp.next(({ to }) => to?.[0]?.address === row.email);
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
}

const start = () => startServer({ dataDir, env: { SMTP_URL: smtp.url } });
const receivers = () => smtp.mails.map(({ to }) => to?.[0]?.address).toSorted();
