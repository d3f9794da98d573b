import { describe, expect, it } from 'vitest';
import type { LimitPurpose } from './limit-table.rules.ts';
import { counterKey, countedText, limitError } from './limits.rules.ts';

describe('the answer over a limit (contract A0.6)', () => {
  it.each<[LimitPurpose, string]>([
    ['sign_in_sign_ups', 'over_request_rate_limit'],
    ['token_refresh', 'over_request_rate_limit'],
    ['password_failures', 'over_request_rate_limit'],
    ['code_failures', 'over_request_rate_limit'],
    ['email_sent', 'over_email_send_rate_limit'],
    ['email_new_address', 'over_email_send_rate_limit'],
    ['email_account', 'over_email_send_rate_limit'],
    ['email_secret_key', 'over_email_send_rate_limit'],
    ['email_recipient', 'over_email_send_rate_limit'],
    ['email_frequency', 'over_email_send_rate_limit'],
    ['sms_sent', 'over_sms_send_rate_limit'],
    ['sms_unreserved', 'over_sms_send_rate_limit'],
    ['sms_factor', 'over_sms_send_rate_limit'],
    ['sms_frequency', 'over_sms_send_rate_limit'],
  ])('of %s is 429 %s', (name, code) => {
    expect(limitError(name, 1_000)).toMatchObject({ status: 429, code, extra: { retryAfter: 1 } });
  });

  it.each([
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [299_001, 300],
  ])('with %i ms left asks to wait %i s', (remainingMs, seconds) => {
    expect(limitError('token_refresh', remainingMs).extra.retryAfter).toBe(seconds);
    expect(limitError('email_frequency', remainingMs).message).toContain(`after ${seconds} seconds`);
  });
});

describe('the key of a counter', () => {
  it('has a fixed length and contains no part of address or name', () => {
    for (const text of ['', 'ada@example.org', '203.0.113.9', 'x'.repeat(10_000)]) {
      expect(counterKey(text)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
    expect(counterKey('203.0.113.9')).not.toContain('203');
  });

  it('is equal for equal texts and differs for others', () => {
    expect(counterKey('a b')).toBe(counterKey('a b'));
    expect(counterKey('a b')).not.toBe(counterKey('a  b'));
  });
});

describe('the text that a counter counts', () => {
  const from = { caller: '203.0.113.9', network: '203.0.113.0/24' };

  it.each([
    ['caller', '203.0.113.9 ada@example.org'],
    ['network', '203.0.113.0/24 ada@example.org'],
    ['everyone', 'ada@example.org'],
  ] as const)('for %s is %s', (scope, text) => {
    expect(countedText(scope, from, 'ada@example.org')).toBe(text);
  });
});
