import { expect, test, vi } from 'vitest';
import { readLabConfig } from './configuration.ts';

test('refuses to start if webhooks of tests would reach another machine', () => {
  vi.stubEnv('WEBHOOK_TEST_ADDRESSES', 'hooks.example=10.0.0.1:1');
  expect(() => readLabConfig()).toThrow('WEBHOOK_TEST_ADDRESSES must be names with a loopback address');
});

test.each(['MAIL_TO_LAB', 'MAIL_REPLY_TO'])(
  'refuses to start and names %s if it is not an address',
  (name) => {
    vi.stubEnv(name, 'Lab <nowhere>');
    expect(() => readLabConfig()).toThrow(`${name} must be an email address.`);
    vi.stubEnv(name, 'lab@example.org');
    expect(readLabConfig().functionSecrets[name]).toBe('lab@example.org');
  },
);
