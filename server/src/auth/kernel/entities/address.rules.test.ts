import { describe, expect, it } from 'vitest';
import { AuthError } from '../errors.ts';
import { parseEmail, parsePhone } from './address.rules.ts';

const label = (length: number) => 'a'.repeat(length);

describe('an e-mail address (contract A0.8)', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    ['  Ada@Example.ORG\t', 'ada@example.org'],
    ['ada+tag@example.org', 'ada+tag@example.org'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['a.b-c_d@sub.example.co.uk', 'a.b-c_d@sub.example.co.uk'],
    ["!#$%&'*+/=?^_`{|}~-@example.org", "!#$%&'*+/=?^_`{|}~-@example.org"],
    ['1@2.example', '1@2.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ])('%j is stored as %j', (text, stored) => {
    expect(parseEmail(text)).toBe(stored);
  });

  it.each([
    ['', /required/],
    ['   ', /required/],
    ['ada', /invalid format/],
    ['@example.org', /invalid format/],
    ['ada@', /invalid format/],
    ['ada@localhost', /invalid format/],
    ['ada@@example.org', /invalid format/],
    ['ada@example.org@example.com', /invalid format/],
    ['ada@-example.org', /invalid format/],
    ['ada@example-.org', /invalid format/],
    ['ada@example..org', /invalid format/],
    ['ada@.example.org', /invalid format/],
    ['ada@example.org.', /invalid format/],
    ['a..b@example.org', /invalid format/],
    ['ada lovelace@example.org', /invalid format/],
    ['"ada"@example.org', /invalid format/],
    ['ada@[127.0.0.1]', /invalid format/],
    ['ada@exa_mple.org', /invalid format/],
    ['ada@exämple.org', /invalid format/],
    ['<ada@example.org>', /invalid format/],
    ['Ada <ada@example.org>', /invalid format/],
    ['ada@example.org, eve@example.org', /invalid format/],
    ['ada@example.org\r\nBcc: eve@example.org', /invalid format/],
    ['ada@example.org\neve@example.org', /invalid format/],
    ['ada@example.org\u0000', /invalid format/],
  ])('%j is refused', (text, reason) => {
    const message = expect.stringMatching(reason);
    expect(() => parseEmail(text)).toThrow(
      expect.objectContaining({ status: 400, code: 'validation_failed', message }),
    );
  });

  it.each([
    ['64 characters before the @', `${label(64)}@example.org`, true],
    ['65 characters before the @', `${label(65)}@example.org`, false],
    ['a label of 63 characters', `a@${label(63)}.org`, true],
    ['a label of 64 characters', `a@${label(64)}.org`, false],
    ['255 characters', `${label(64)}@${label(63)}.${label(63)}.${label(58)}.org`, true],
    ['256 characters', `${label(64)}@${label(63)}.${label(63)}.${label(59)}.org`, false],
  ])('of %s is accepted: %#', (_, text, isTaken) => {
    if (isTaken) expect(parseEmail(text)).toBe(text);
    else expect(() => parseEmail(text)).toThrow(AuthError);
  });
});

describe('a phone number (contract A0.8)', () => {
  it.each([
    ['+4915112345678', '4915112345678'],
    ['4915112345678', '4915112345678'],
    [' +49 151 123 456 78 ', '4915112345678'],
    ['12', '12'],
    ['123456789012345', '123456789012345'],
  ])('%j is stored as %j', (text, stored) => {
    expect(parsePhone(text)).toBe(stored);
  });

  it.each([
    '',
    '+',
    '1',
    '0151123456',
    '+0151123456',
    '1234567890123456',
    '++4915112345678',
    '+49-151-1234',
    '+49 (151) 1234',
    '0049151123456',
    '49151x',
    '+49151\n1234',
    '٤٩١٥١',
    '+1;ext=2',
  ])('%j is refused', (text) => {
    expect(() => parsePhone(text)).toThrow(/E\.164 required/);
  });
});
