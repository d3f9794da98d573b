import { describe, expect, it } from 'vitest';
import { isCountryAllowed, smsLimit } from './sms-limits.rules.ts';

const from = { caller: '203.0.113.9', network: '203.0.113.0/24' };

describe('the limit of a text message (contract A0.6)', () => {
  it('is that of unreserved messages, by caller', () => {
    expect(smsLimit(from, '15550100', false)).toEqual({ purpose: 'sms_unreserved', from });
  });

  it('is that of verified second factors, by number', () => {
    const counted = { caller: '15550100', network: '203.0.113.0/24' };
    expect(smsLimit(from, '15550100', true)).toEqual({ purpose: 'sms_factor', from: counted });
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
