import { describe, expect, it } from 'vitest';
import { counterKey, limitError, limitTable, type LimitName } from './limits.rules.ts';

const settings = {
  rate_limit: {
    sign_in_sign_ups: 30,
    token_refresh: 150,
    token_verifications: 31,
    anonymous_users: 32,
    web3: 33,
    passkey: 35,
    email_sent: 2,
    sms_sent: 34,
  },
  email: { max_frequency: 60_000, otp_expiry: 3_600 },
  sms: { max_frequency: 5_000 },
};

describe('the limits of config.toml (contract A0.6)', () => {
  const table = limitTable(settings);

  it.each<[LimitName, number, number]>([
    ['sign_in_sign_ups', 30, 300],
    ['token_refresh', 150, 300],
    ['token_verifications', 31, 300],
    ['anonymous_users', 32, 3_600],
    ['web3', 33, 300],
    ['passkey', 35, 300],
    ['email_sent', 2, 3_600],
    ['sms_sent', 34, 3_600],
    ['sms_unreserved', 23, 3_600],
    ['sms_caller', 5, 3_600],
    ['sms_network', 11, 3_600],
    ['sms_factor', 5, 3_600],
    ['email_recipient', 5, 3_600],
    ['email_frequency', 1, 60],
    ['sms_frequency', 1, 5],
    ['password_failures', 10, 900],
    ['account_failures', 100, 3_600],
    ['code_failures', 10, 900],
  ])('%s: %i in %i seconds', (name, points, duration) => {
    expect(table[name]).toEqual({ points, duration });
  });

  it.each([
    'sign_in_sign_ups',
    'token_refresh',
    'token_verifications',
    'anonymous_users',
    'web3',
    'passkey',
  ] as const)('%s of a network allow twenty times those of one caller in the same time', (name) => {
    expect(table[`${name}_network`]).toEqual({
      points: 20 * table[name].points,
      duration: table[name].duration,
    });
  });

  it.each([
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('a frequency of %i ms is one message in %i whole seconds', (max_frequency, seconds) => {
    const changed = limitTable({
      ...settings,
      email: { ...settings.email, max_frequency },
      sms: { max_frequency },
    });
    expect(changed.email_frequency.duration).toBe(seconds);
    expect(changed.sms_frequency.duration).toBe(seconds);
  });

  it.each([
    [1, 1, 1, 1],
    [3, 2, 1, 1],
    [30, 20, 5, 10],
  ])(
    '%i messages leave %i unreserved, %i to a caller, %i to a network',
    (sms_sent, unreserved, caller, network) => {
      const changed = limitTable({ ...settings, rate_limit: { ...settings.rate_limit, sms_sent } });
      const { sms_unreserved, sms_caller, sms_network } = changed;
      expect([sms_unreserved.points, sms_caller.points, sms_network.points]).toEqual([
        unreserved,
        caller,
        network,
      ]);
    },
  );

  it('a recipient’s mails are counted for the lifetime of a code', () => {
    const changed = limitTable({ ...settings, email: { ...settings.email, otp_expiry: 600 } });
    expect(changed.email_recipient.duration).toBe(600);
  });
});

describe('the answer over a limit (contract A0.6)', () => {
  it.each<[LimitName, string]>([
    ['sign_in_sign_ups', 'over_request_rate_limit'],
    ['sign_in_sign_ups_network', 'over_request_rate_limit'],
    ['token_refresh', 'over_request_rate_limit'],
    ['password_failures', 'over_request_rate_limit'],
    ['account_failures', 'over_request_rate_limit'],
    ['code_failures', 'over_request_rate_limit'],
    ['email_sent', 'over_email_send_rate_limit'],
    ['email_recipient', 'over_email_send_rate_limit'],
    ['email_frequency', 'over_email_send_rate_limit'],
    ['sms_sent', 'over_sms_send_rate_limit'],
    ['sms_unreserved', 'over_sms_send_rate_limit'],
    ['sms_caller', 'over_sms_send_rate_limit'],
    ['sms_network', 'over_sms_send_rate_limit'],
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
