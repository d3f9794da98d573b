import { statSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { linkedId, mailsSettled, sampleApplication, visitor } from '../../harness/applicant.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('captured mails are files for the owner only, and only their path is printed', async ({ server }) => {
  const page = visitor(server);
  const row = sampleApplication();
  await page.apply(row);
  expect((await page.askForMail(row.email)).error).toBeNull();
  await mailsSettled(server);
  // Another file of this worker may have left a mail on its way.
  const mail = (await server.mails()).find(({ to }) => to?.[0]?.address === row.email);
  expect((await page.confirm(linkedId(mail?.text))).data).toMatchObject({ success: true });
  const outbox = join(server.dataDir, 'outbox');
  expect(statSync(outbox).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(outbox)) expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600);
  const log = JSON.stringify(server.log);
  expect(log).toContain(join(outbox, readdirSync(outbox)[0]!));
  expect(log).not.toContain(row.email);
  expect(log).not.toContain(row.name);
});
