import { describe, expect, it } from 'vitest';
import { isCountryAllowed, smsCounters } from './sms-limits.rules.ts';

const request = { phone: '15550100', caller: '203.0.113.9', network: '203.0.113.0/24' };

describe('the counters of a text message (contract A0.6)', () => {
  it('are those of caller, network, unreserved messages and all, in this order', () => {
    expect(smsCounters({ ...request, isVerifiedFactor: false })).toEqual([
      ['sms_caller', '203.0.113.9'],
      ['sms_network', '203.0.113.0/24'],
      ['sms_unreserved', 'all'],
      ['sms_sent', 'all'],
    ]);
  });

  it('are those of the number and of all for a verified second factor', () => {
    expect(smsCounters({ ...request, isVerifiedFactor: true })).toEqual([
      ['sms_factor', '15550100'],
      ['sms_sent', 'all'],
    ]);
  });
});

describe('the countries that get text messages', () => {
  it.each<[string, readonly string[], boolean]>([
    ['88161234567', [], true],
    ['4915112345678', ['49', '1'], true],
    ['15550100', ['49', '1'], true],
    ['88161234567', ['49', '1'], false],
    ['4415112345678', ['49'], false],
    ['12425550100', ['1242'], true],
    ['12025550100', ['1242'], false],
  ])('%s with %j: %s', (phone, codes, isAllowed) => {
    expect(isCountryAllowed(phone, codes)).toBe(isAllowed);
  });
});
