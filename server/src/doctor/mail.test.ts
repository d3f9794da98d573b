import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';
import { startSmtp, type TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { checkMail } from './findings.ts';

const HOST = 'localhost';
const smtp = {} as Record<'plain' | 'starttls' | 'tls', TestSmtp>;

beforeAll(async () => {
  const certificate = await (await makeAuthority('The lab')).issue(HOST);
  smtp.plain = await startSmtp();
  smtp.starttls = await startSmtp({ tls: certificate });
  smtp.tls = await startSmtp({ tls: { ...certificate, fromTheStart: true } });
});
afterAll(() => Promise.all(Object.values(smtp).map((each) => each.stop())));

const addressOf = ({ url }: TestSmtp) => `${HOST}:${new URL(url).port}`;

/** Sends a mail through a mail server and returns the finding. */
const sendThrough = (smtpUrl: string) => {
  const mail = { smtpUrl, from: 'a@lab.example', outboxDir: '', places: 5, perSecond: null };
  return checkMail({ mail, productName: 'Lab' }, 'someone@sample.example');
};

// The authority is unknown to this process.
const UNCHECKED = '?tls.rejectUnauthorized=false';

test.each<[string, keyof typeof smtp, scheme: string, query: string, isEncrypted: boolean]>([
  ['smtp:// changes to TLS where the mail server offers it', 'starttls', 'smtp', UNCHECKED, true],
  ['?ignoreTLS=true stays in clear text', 'starttls', 'smtp', '?ignoreTLS=true', false],
  ['smtp:// is clear text where no STARTTLS is offered', 'plain', 'smtp', '', false],
  ['smtps:// speaks TLS from the start', 'tls', 'smtps', UNCHECKED, true],
])('%s', async (_title, name, scheme, query, isEncrypted) => {
  const found = await sendThrough(`${scheme}://${addressOf(smtp[name])}${query}`);
  const message = expect.stringMatching(
    / accepted an email to someone@sample\.example: check that it arrives$/,
  );
  expect(found).toEqual({ about: 'mail', state: 'fine', message });
  expect(smtp[name].wasEncrypted).toBe(isEncrypted);
  expect(smtp[name].mails.at(-1)!.subject).toBe('Email from Lab arrives');
});

test.each<[string, url: () => string, says: RegExp]>([
  [
    'STARTTLS with a certificate of an unknown authority',
    () => `smtp://${addressOf(smtp.starttls)}`,
    /NODE_EXTRA_CA_CERTS/,
  ],
  [
    '?requireTLS=true where no STARTTLS is offered',
    () => `smtp://${addressOf(smtp.plain)}?requireTLS=true`,
    /STARTTLS/,
  ],
  [
    'smtps:// where TLS does not begin at once',
    () => `smtps://${addressOf(smtp.plain)}`,
    /it does not speak TLS from the start, which smtp:\/\/ is for/,
  ],
])('%s is refused, and nothing is sent', async (_title, url, says) => {
  const before = Object.values(smtp).map(({ mails }) => mails.length);
  expectProblem(await sendThrough(url()), says);
  expect(Object.values(smtp).map(({ mails }) => mails.length)).toEqual(before);
});

test('a mail server that is not there is reported with the reason', async () => {
  expectProblem(await sendThrough(`smtp://127.0.0.1:${await freePort()}`), /ECONNREFUSED/);
});

test('smtp:// where TLS begins at once is refused, because nothing greets', async () => {
  // It waits for the client's first message.
  const silent = createServer();
  const port = await portOf(silent);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const found = sendThrough(`smtp://127.0.0.1:${port}`);
  await once(silent, 'connection');
  await nextTurn();
  await vi.advanceTimersByTimeAsync(5_000);
  expectProblem(await found, /it does not greet, and TLS from the start needs smtps:\/\//);
});

function expectProblem(found: Awaited<ReturnType<typeof checkMail>>, says: RegExp): void {
  expect(found).toMatchObject({ about: 'mail', state: 'wrong' });
  expect(found.message).toMatch(
    /^the server .+ does not accept email \(.+\): check SMTP_URL and MAIL_FROM\.$/,
  );
  expect(found.message).toMatch(says);
}
