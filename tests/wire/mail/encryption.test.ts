import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkedId, sampleApplication, visitor } from '../../harness/applicant.ts';
import { makeAuthority } from '../../../server/tests/harness/identity/certificates.ts';
import { startSmtp, type TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { runCommand, startServer } from '../../harness/servers/server.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting();

let folder: string;
/** The environment of a process that knows the authority of these mail servers. */
let trusting: Record<string, string>;

beforeAll(async () => {
  const authority = await makeAuthority('The lab');
  const certificate = await authority.issue(HOST);
  folder = mkdtempSync(join(tmpdir(), 'solostead-authority-'));
  trusting = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
  writeFileSync(trusting['NODE_EXTRA_CA_CERTS']!, authority.certificate);
  smtp.plain = await startSmtp();
  smtp.starttls = await startSmtp({ tls: certificate });
  smtp.tls = await startSmtp({ tls: { ...certificate, fromTheStart: true } });
});
afterAll(async () => {
  await Promise.all(Object.values(smtp).map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

test.for<[string, keyof typeof smtp, scheme: string, query: string, trusts: boolean, encrypted: boolean]>([
  ['smtp:// changes to TLS where the mail server offers it', 'starttls', 'smtp', '', true, true],
  ['?ignoreTLS=true stays in clear text', 'starttls', 'smtp', '?ignoreTLS=true', false, false],
  ['smtp:// is clear text where no STARTTLS is offered', 'plain', 'smtp', '', false, false],
  ['smtps:// speaks TLS from the start', 'tls', 'smtps', '', true, true],
])('%s', async ([_title, name, scheme, query, trusts, encrypted], { server }) => {
  const url = `${scheme}://${HOST}:${portOf(smtp[name])}${query}`;
  expect(await sendThrough(server, url, trusts ? trusting : {})).toMatch(/^ok +mail: .+ took a mail/);
  expect(smtp[name].wasEncrypted).toBe(encrypted);
  await expect.poll(() => smtp[name].mails.at(-1)?.subject).toBe('Mail from Solostead arrives');
});

test.for<[string, keyof typeof smtp, scheme: string, query: string, says: RegExp]>([
  ['STARTTLS with a certificate of an unknown authority', 'starttls', 'smtp', '', /NODE_EXTRA_CA_CERTS/],
  ['?requireTLS=true where no STARTTLS is offered', 'plain', 'smtp', '?requireTLS=true', /STARTTLS/],
])('%s is refused, and nothing is sent', async ([_title, name, scheme, query, says], { server }) => {
  const before = smtp[name].mails.length;
  const url = `${scheme}://${HOST}:${portOf(smtp[name])}${query}`;
  const said = await sendThrough(server, url, {});
  expect(said).toMatch(/^WRONG +mail: .+ does not take mail \(.+\): check SMTP_URL and MAIL_FROM\.$/);
  expect(said).toMatch(says);
  expect(smtp[name].mails.length).toBe(before);
});

test('a server with the authority in its environment sends its mails by STARTTLS', async () => {
  const SMTP_URL = `smtp://${HOST}:${portOf(smtp.starttls)}?requireTLS=true`;
  const other = await startServer({ env: { ...trusting, SMTP_URL } });
  onTestFinished(() => other.stop());
  const page = visitor(other);
  const row = sampleApplication();
  await page.apply(row);
  expect((await page.askForMail(row.email)).error).toBeNull();
  const mail = await smtp.starttls.next(({ to }) => to?.[0]?.address === row.email);
  expect(smtp.starttls.wasEncrypted).toBe(true);
  expect((await page.confirm(linkedId(mail.text))).data).toMatchObject({ success: true });
});

const HOST = 'localhost';

const smtp = {} as Record<'plain' | 'starttls' | 'tls', TestSmtp>;

const portOf = ({ url }: TestSmtp) => new URL(url).port;

/** Returns the doctor's report on mail when it sends one. */
async function sendThrough(server: TestServer, url: string, more: Record<string, string>): Promise<string> {
  const env = { ...server.env, ...more, SMTP_URL: url };
  const said = await runCommand(env, 'doctor', '--mail', 'someone@sample.example').catch(
    ({ stdout }: { stdout: string }) => stdout,
  );
  return /^(?:ok|WRONG) +mail: .+$/m.exec(said)![0];
}
