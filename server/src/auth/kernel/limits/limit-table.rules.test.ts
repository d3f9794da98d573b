import { describe, expect, it } from 'vitest';
import { limitTable, type LimitPurpose } from './limit-table.rules.ts';

const settings = {
  rate_limit: {
    sign_in_sign_ups: 30,
    token_refresh: 150,
    token_verifications: 31,
    anonymous_users: 32,
    web3: 33,
    passkey: 35,
    email_sent: 30,
    sms_sent: 34,
  },
  email: { max_frequency: 60_000, otp_expiry: 3_600 },
  sms: { max_frequency: 5_000 },
};

describe('the limits of config.toml (contract A0.6)', () => {
  const table = limitTable(settings);

  const expected: Record<LimitPurpose, [number | null, number | null, number | null, number]> = {
    sign_in_sign_ups: [30, 600, null, 300],
    token_refresh: [150, 3_000, null, 300],
    token_verifications: [31, 620, null, 300],
    anonymous_users: [32, 640, null, 3_600],
    web3: [33, 660, null, 300],
    passkey: [35, 700, null, 300],
    email_sent: [30, 600, null, 3_600],
    email_new_address: [5, 10, 30, 3_600],
    email_account: [30, 600, null, 3_600],
    email_secret_key: [null, null, 30, 3_600],
    email_recipient: [5, 5, 10, 3_600],
    email_frequency: [null, null, 1, 60],
    sms_sent: [null, null, 34, 3_600],
    sms_unreserved: [5, 11, 23, 3_600],
    sms_factor: [5, 17, null, 3_600],
    sms_frequency: [null, null, 1, 5],
    password_failures: [10, 20, 200, 3_600],
    code_failures: [10, 10, 20, 900],
  };

  it.each(Object.entries(expected))('%s: %j', (name, row) => {
    const { caller, network, everyone, seconds } = table[name as LimitPurpose];
    expect([caller, network, everyone, seconds]).toEqual(row);
  });

  it('have a row for each purpose and say what each counts', () => {
    expect(Object.keys(table)).toEqual(Object.keys(expected));
    for (const { counts } of Object.values(table)) expect(counts).not.toBe('');
  });

  it.each([1, 2, 3, 30, 1_000_000])(
    'never give a network what everyone has, with %i in config.toml',
    (count) => {
      const names = Object.keys(settings.rate_limit) as (keyof typeof settings.rate_limit)[];
      const rate_limit = Object.fromEntries(names.map((name) => [name, count])) as typeof settings.rate_limit;
      const changed = limitTable({ ...settings, rate_limit });
      for (const { caller, network, everyone } of Object.values(changed)) {
        if (caller !== null) expect(network).toBeGreaterThanOrEqual(caller);
        if (network !== null && everyone !== null) expect(everyone).toBeGreaterThan(network);
      }
      const ofOneNetwork = changed.sms_unreserved.network! + changed.sms_factor.network!;
      expect(changed.sms_sent.everyone).toBeGreaterThan(ofOneNetwork);
    },
  );

  it('lock an account with wrong passwords from ten networks at least', () => {
    const { network, everyone } = table.password_failures;
    expect(everyone! / network!).toBeGreaterThanOrEqual(10);
  });

  it.each([
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999, 60],
  ])('have a frequency of %i ms as one message in %i whole seconds', (max_frequency, seconds) => {
    const email = { ...settings.email, max_frequency };
    const changed = limitTable({ ...settings, email, sms: { max_frequency } });
    expect(changed.email_frequency.seconds).toBe(seconds);
    expect(changed.sms_frequency.seconds).toBe(seconds);
  });

  it('count a recipient’s mails for the lifetime of a code', () => {
    const changed = limitTable({ ...settings, email: { ...settings.email, otp_expiry: 600 } });
    expect(changed.email_recipient.seconds).toBe(600);
  });
});
