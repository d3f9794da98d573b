import { expect, test } from 'vitest';
import { blame, failureCode } from './mail-failure.ts';

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
])('leaves %s open: a recipient may have caused it', (_what, error) => {
  expect(blame(error, 'sample@example.org')).toBe('unknown');
});

test('tells a failure by its codes', () => {
  expect(failureCode({ code: 'EENVELOPE', responseCode: 550, message: 'to a@example.org' })).toBe(
    'EENVELOPE 550',
  );
  expect(failureCode(new TypeError('to a@example.org'))).toBe('TypeError');
});
