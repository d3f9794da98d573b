import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleApplication, visitor } from '../harness/applicant.ts';
import { startServer } from '../harness/server.ts';
import { startSmtp, type TestSmtp } from '../harness/smtp.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'solostead-mails-'));
let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startServer({ dataDir, env: { SMTP_URL: smtp.url } });
const receivers = () => smtp.mails.map(({ to }) => to?.[0]?.address).toSorted();

test('every mail that was asked for arrives though the server dies with the mail server, none of them twice', async () => {
  const rows = Array.from({ length: 12 }, () => sampleApplication());
  const emails = rows.map(({ email }) => email).toSorted();

  const first = await start();
  const page = visitor(first);
  for (const row of rows) expect((await page.apply(row)).error).toBeNull();
  smtp.behave('busy');
  // Half of them meet a mail server that fails; the server dies in the middle of the other half.
  await Promise.all(rows.slice(0, 6).map(({ email }) => page.askForMail(email)));
  smtp.behave('silent');
  const asked = rows.slice(6).map(({ email }) => page.askForMail(email));
  await expect
    .poll(
      async () => (await first.sql(`select from public.application_mails where state = 'sending'`)).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(6);
  await first.kill();
  await Promise.all(asked);
  expect(receivers()).toEqual([]);

  smtp.behave('accept');
  const second = await start();
  try {
    // Lets the retry's pause and the dead sender's claim be over.
    await second.sql(`update public.application_mails
      set due_at = now(), claimed_at = claimed_at - interval '3 minutes' where state in ('due', 'sending')`);
    await second.sql(`select pg_notify('application_mails', '')`);
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
