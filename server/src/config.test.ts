import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { makeSigningKey } from './configuration/keys.ts';

const keys = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef0123456789',
  JWT_KEYS: JSON.stringify([makeSigningKey()]),
};
const read = (given: Record<string, string>) =>
  readConfig({ DATA_DIR: join(tmpdir(), 'solostead-never-made'), ...keys, ...given });

test('a public SITE_URL needs a mail server, unless capture is asked for', () => {
  expect(() => read({ SITE_URL: 'https://example.org' })).toThrow(
    /^SMTP_URL must be set where SITE_URL is public/,
  );
  expect(read({ SITE_URL: 'https://example.org', MAIL: 'capture' }).mail.smtpUrl).toBeNull();
  expect(read({ SITE_URL: 'http://localhost:4000' }).mail.smtpUrl).toBeNull();
});

test('with DATABASE_URL the keys must be set, for several copies must agree', () => {
  const given = { DATABASE_URL: 'postgres://db.example/app', JWT_KEYS: '' };
  expect(() => read(given)).toThrow('JWT_KEYS must be set where DATABASE_URL is, so that all copies agree.');
});

test('the site is public at localhost and its port by default', () => {
  expect(read({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
});

test('MAIL as a login sets it, the path of a mailbox, tells us nothing', () => {
  const given = { SITE_URL: 'https://example.org', SMTP_URL: 'smtp://mail.example.org' };
  expect(read({ ...given, MAIL: '/var/mail/solostead' }).mail.smtpUrl).toBe('smtp://mail.example.org');
});
