import { expect, test } from 'vitest';
import { isStorable } from '../contract/visible.ts';
import { asksForLess, blame, failureCode, recipientRefusal, storedWords } from './mail-failure.ts';

test.each([
  ['a refused connection', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }],
  ['an unknown host', { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' }],
  ['no connection in time', { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT', command: 'CONN' }],
  ['no greeting in time', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' }],
  ['failed TLS', { code: 'ETLS', command: 'STARTTLS' }],
  ['a refused login', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }],
  ['a refused sender', { code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }],
  ['a folder that takes no file', { code: 'ENOSPC', path: '/outbox/1.eml.part' }],
])('blames %s on the mail server', (_what, error) => {
  expect(blame(error, 'sample@example.org')).toBe('server');
});

test.each([
  ['a refused recipient', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }],
  ['a refused text', { code: 'EMESSAGE', responseCode: 554, command: 'DATA' }],
  ['an address that cannot be written', { code: 'EENVELOPE', command: 'API' }],
  ['a text too long', { code: 'EMESSAGE', command: 'MAIL FROM' }],
])('blames %s on the mail', (_what, error) => {
  expect(blame(error, 'sample@example.org')).toBe('mail');
});

test('blames a refused sender on the mail when its recipient asks for more than ASCII', () => {
  expect(blame({ code: 'EENVELOPE', command: 'MAIL FROM' }, 'sämple@example.org')).toBe('mail');
});

test.each([
  ['a connection that ended', { code: 'ECONNECTION', command: 'CONN' }],
  ['a reset connection', { code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' }],
  ['silence after the greeting', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }],
  ['a connection lost before the mail was begun', { code: 'ECONNECTION', command: 'API' }],
  ['421 in the middle', { code: 'ECONNECTION', responseCode: 421, command: 'CONN' }],
])('blames neither for %s, because a recipient may have caused it', (_what, error) => {
  expect(blame(error, 'sample@example.org')).toBe('unknown');
});

test.each([
  '550 No such mailbox.',
  '550 5.1.1 <a@example.org>: Recipient address rejected: User unknown',
  '550-5.1.1 The email account that you tried to reach does not exist.',
  '553 5.1.3 Bad address',
  '556 5.1.10 Recipient address has null MX',
  '550 5.2.1 The account is disabled',
  '551 User not local',
])('recognises a missing mailbox by %j', (response) => {
  const error = { command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response };
  expect(recipientRefusal(error)).toBe(response);
});

test.each([
  ['RCPT TO', '450 4.1.1 Try again later'],
  ['RCPT TO', '452 4.2.2 Mailbox full'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['RCPT TO', '550 5.7.1 Client host blocked'],
  ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found'],
  ['RCPT TO', '550 5.1.7 Bad sender'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 Blocked by our policy'],
  ['RCPT TO', '554 Transaction failed'],
  ['MAIL FROM', '550 5.1.1 No such user'],
  ['DATA', '550 5.1.1 No such user'],
  ['AUTH PLAIN', '535 5.7.8 Wrong password'],
  ['CONN', '554 No service'],
])('does not report a missing mailbox for %s: %j', (command, response) => {
  expect(recipientRefusal({ command, responseCode: Number(response.slice(0, 3)), response })).toBeNull();
});

test.each([
  ['550 No such mailbox.', '550 No such mailbox.'],
  ['550 No\0such mailbox.', '550 No\ufffdsuch mailbox.'],
  [`${'x'.repeat(499)}\u{1f600}`, `${'x'.repeat(499)}\ufffd`],
])('keeps of the words %j what the database stores', (words, kept) => {
  expect(storedWords(words)).toBe(kept);
  expect(isStorable(kept)).toBe(true);
});

test('classifies a failure by its codes', () => {
  expect(failureCode({ code: 'EENVELOPE', responseCode: 550, message: 'to a@example.org' })).toBe(
    'EENVELOPE 550',
  );
  expect(failureCode(new TypeError('to a@example.org'))).toBe('TypeError');
});

test.each([
  ['CONN', '421 4.7.0 Too many connections'],
  ['CONN', '421 Service not available'],
  ['MAIL FROM', '451 4.3.2 System not accepting messages'],
  ['DATA', '451 Come back later'],
  ['DATA', '452 4.5.3 Too many messages'],
  ['RCPT TO', '450 4.7.1 Rate limit exceeded'],
  ['RCPT TO', '452 Too many recipients this hour'],
])('recognises a request for fewer mails in %s: %j', (command, response) => {
  expect(asksForLess({ command, responseCode: Number(response.slice(0, 3)), response })).toBe(true);
});

test.each([
  ['RCPT TO', '450 4.1.1 Try again later'],
  ['RCPT TO', '452 4.2.2 Mailbox full'],
  ['RCPT TO', '450 Mailbox busy'],
  ['RCPT TO', '450 4.7.1 Greylisted, please try again'],
  ['RCPT TO', '550 5.7.1 Rate limit'],
  ['DATA', '554 Transaction failed'],
  ['AUTH PLAIN', '454 Temporary failure'],
])('recognises no such request in %s: %j', (command, response) => {
  expect(asksForLess({ command, responseCode: Number(response.slice(0, 3)), response })).toBe(false);
});
