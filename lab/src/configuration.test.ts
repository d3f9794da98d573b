import { afterEach, expect, test, vi } from 'vitest';
import { readLabConfig } from './configuration.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['MAIL_TO_LAB', 'MAIL_REPLY_TO'])('%s that is no address stops the start by its name', (name) => {
  vi.stubEnv(name, 'Lab <nowhere>');
  expect(() => readLabConfig()).toThrow(`${name} must be an e-mail address.`);
  vi.stubEnv(name, 'lab@example.org');
  expect(readLabConfig().functionSecrets[name]).toBe('lab@example.org');
});
