import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';
import { startSmtp, to } from '@solostead/server-testkit/mail/smtp';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { applied, linkedId, visitor } from '../../harness/applicant.ts';
import { startServer } from '../../harness/servers/server.ts';

// server/src/doctor/mail.test.ts has the other kinds of SMTP_URL.
test('a server with the authority in its environment sends its mails by STARTTLS', async () => {
  const authority = await makeAuthority('The lab');
  const NODE_EXTRA_CA_CERTS = join(newFolder(), 'ca.pem');
  writeFileSync(NODE_EXTRA_CA_CERTS, authority.certificate);
  const smtp = await startSmtp({ tls: await authority.issue('localhost') });
  onTestFinished(smtp.stop);
  const SMTP_URL = `${smtp.url.replace('127.0.0.1', 'localhost')}?requireTLS=true`;
  const server = await startServer({ env: { NODE_EXTRA_CA_CERTS, SMTP_URL } });
  onTestFinished(server.stop);
  const page = visitor(server);
  const row = await applied(server);
  expect((await page.askForMail(row.email)).error).toBeNull();
  const mail = await smtp.next(to(row.email));
  expect(smtp.wasEncrypted).toBe(true);
  expect((await page.confirm(linkedId(mail.text))).data).toMatchObject({ success: true });
});
