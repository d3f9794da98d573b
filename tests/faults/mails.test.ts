import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { mailsSettled, sampleApplication, visitor } from '../harness/applicant.ts';
import { eventually } from '../../server/tests/harness/servers/processes.ts';
import { startServer } from '../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '../../server/tests/harness/mail/smtp.ts';
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every requested mail arrives exactly once although server and mail server die', async () => {
  const rows = Array.from({ length: 12 }, () => sampleApplication());
  const emails = rows.map(({ email }) => email).toSorted();

  const first = await start();
  const page = visitor(first);
  for (const row of rows) expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hang-up-on-recipient');
  // Half of them meet a failing mail server. The server dies in the middle of the other half.
  await Promise.all(rows.slice(0, 6).map(({ email }) => page.askForMail(email)));
  await mailsSettled(first);
  smtp.behave('hold');
  await Promise.all(rows.slice(6).map(({ email }) => page.askForMail(email)));
  await expect.poll(() => smtp.held, { timeout: 20_000 }).toBe(6);
  await first.kill();
  expect(receivers()).toEqual([]);

  smtp.behave('accept');
  const second = await start();
  try {
    // Lets the retry's pause and the dead sender's claim be over.
    await second.sql(`update private.mails
      set due_at = now(), claimed_at = claimed_at - interval '3 minutes' where state in ('due', 'sending')`);
    await second.sql(`select pg_notify('mails', '')`);
    await expect.poll(receivers, { timeout: 20_000 }).toEqual(emails);
    await expect
      .poll(() => second.sql(`select from public.applications where confirmation_mail <> 'sent'`), {
        timeout: 20_000,
      })
      .toEqual([]);
    expect(receivers()).toEqual(emails);
  } finally {
    await second.stop();
  }
});

test('a mail whose server died before recording it as sent is sent again with the same Message-ID', async () => {
  const row = sampleApplication();
  const sent = () => smtp.mails.filter(({ to }) => to?.[0]?.address === row.email);
  const first = await start();
  expect((await visitor(first).apply(row)).error).toBeNull();
  smtp.behave('hold');
  const held = smtp.held;
  expect((await visitor(first).askForMail(row.email)).error).toBeNull();
  await expect.poll(() => smtp.held - held, { timeout: 20_000 }).toBe(1);
  const client = new Client({ connectionString: first.databaseUrl });
  // It ends with the server.
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  // Nothing about the mail can be recorded while its application is held.
  await client.query('select from public.applications where email = $1 for update', [row.email]);
  smtp.behave('accept');
  smtp.release();
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(1);
  await first.kill();

  const second = await start();
  try {
    const state = () =>
      second.sql(
        `select m.state from private.mails m join public.applications a on a.id = m.application_id
          where a.email = $1`,
        [row.email],
      );
    expect(await state()).toEqual([{ state: 'sending' }]);
    await second.sql(
      `update private.mails set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`,
    );
    await second.sql(`select pg_notify('mails', '')`);
    await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(2);
    await expect.poll(state, { timeout: 20_000 }).toEqual([{ state: 'sent' }]);
    expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(1);
  } finally {
    await second.stop();
  }
});

test('a server that stops finishes and records the mails it has begun, so that none is sent again', async () => {
  const rows = Array.from({ length: 4 }, () => sampleApplication());
  const emails = rows.map(({ email }) => email);
  const first = await start();
  const page = visitor(first);
  for (const row of rows) expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hold');
  for (const email of emails) expect((await page.askForMail(email)).error).toBeNull();
  await expect.poll(() => smtp.held, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  const stopped = first.stop();
  await eventually(() => first.log.some(({ msg }) => msg === 'stopping'));
  smtp.release();
  await stopped;

  const second = await start();
  try {
    expect(
      await second.sql(
        `select distinct m.state from private.mails m join public.applications a on a.id = m.application_id
          where a.email = any($1)`,
        [emails],
      ),
    ).toEqual([{ state: 'sent' }]);
    await second.sql(`update private.mails set claimed_at = claimed_at - interval '3 minutes'`);
    await second.sql(`select pg_notify('mails', '')`);
    await mailsSettled(second);
    expect(receivers().filter((email) => emails.includes(email!))).toEqual(emails.toSorted());
  } finally {
    await second.stop();
  }
});

test('a server stops although the mail server does not answer, and sends the mail later', async () => {
  const row = sampleApplication();
  const first = await start();
  const page = visitor(first);
  expect((await page.apply(row)).error).toBeNull();
  smtp.behave('hold');
  expect((await page.askForMail(row.email)).error).toBeNull();
  await expect.poll(() => smtp.held, { timeout: 20_000 }).toBe(1);
  await first.stop();
  expect(first.exitCode()).toBe(0);

  smtp.behave('accept');
  const second = await start();
  try {
    await second.sql(
      `update private.mails set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`,
    );
    await second.sql(`select pg_notify('mails', '')`);
    await smtp.next(({ to }) => to?.[0]?.address === row.email);
  } finally {
    await second.stop();
  }
});

const dataDir = makeTestFolder('solostead-mails-');

const start = () => startServer({ dataDir, env: { SMTP_URL: smtp.url } });
const receivers = () => smtp.mails.map(({ to }) => to?.[0]?.address).toSorted();
