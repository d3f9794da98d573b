import { describe, expect, test, vi } from 'vitest';
import { mailSettings, mailsPerSecond, replyAddress, secretKeys, siteUrl, variable } from './environment.ts';

const set = (variables: Readonly<Record<string, string | undefined>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};

test('names a variable that is missing or empty', () => {
  set({ SITE_URL: undefined });
  expect(() => variable('SITE_URL')).toThrow('SITE_URL is not set for this function.');
  set({ SITE_URL: '' });
  expect(() => siteUrl()).toThrow('SITE_URL is not set for this function.');
});

test.each([
  ['https://example.org', 'https://example.org'],
  ['https://example.org/', 'https://example.org'],
  ['https://example.org//', 'https://example.org'],
  ['https://example.org/lab/', 'https://example.org/lab'],
])('links of %s begin with %s', (origin, expected) => {
  set({ SITE_URL: origin });
  expect(siteUrl()).toBe(expected);
});

test('replies go to a separate address, else to the lab, else to the sender', () => {
  set({ MAIL_REPLY_TO: 'answers@example.org', MAIL_TO_LAB: 'lab@example.org' });
  expect(replyAddress()).toBe('answers@example.org');
  set({ MAIL_REPLY_TO: '' });
  expect(replyAddress()).toBe('lab@example.org');
  set({ MAIL_TO_LAB: '' });
  expect(replyAddress()).toBeNull();
});

describe('mail', () => {
  test('is sent to the mail server if there is one, and needs no folder then', () => {
    set({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.org', MAIL_OUTBOX: undefined });
    const settings = { smtpUrl: 'smtp://localhost', from: 'a@example.org', outboxDir: '' };
    expect(mailSettings()).toEqual({ ...settings, connections: 5 });
    set({ SMTP_CONNECTIONS: '20', SMTP_RATE: '14' });
    expect([mailSettings().connections, mailsPerSecond()]).toEqual([20, 14]);
    set({ SMTP_CONNECTIONS: '', SMTP_RATE: '' });
    expect([mailSettings().connections, mailsPerSecond()]).toEqual([5, null]);
  });

  test('is captured in a folder if there is no mail server', () => {
    set({ SMTP_URL: '', MAIL_FROM: 'a@example.org', MAIL_OUTBOX: '/outbox' });
    expect(mailSettings()).toMatchObject({ smtpUrl: null, from: 'a@example.org', outboxDir: '/outbox' });
    set({ MAIL_OUTBOX: undefined });
    expect(() => mailSettings()).toThrow('MAIL_OUTBOX');
  });
});

describe('the keys of the service role', () => {
  test.each<[string | undefined, string | undefined, string[]]>([
    ['{"default":"new","second":"other"}', 'old', ['new', 'other', 'old']],
    ['{"default":"new"}', undefined, ['new']],
    ['{}', 'old', ['old']],
    ['', 'old', ['old']],
    ['{"default":""}', 'old', ['old']],
  ])('%s and %s are %j', (named, older, expected) => {
    set({ SUPABASE_SECRET_KEYS: named, SUPABASE_SERVICE_ROLE_KEY: older });
    expect(secretKeys()).toEqual(expected);
  });

  test('are required', () => {
    set({ SUPABASE_SECRET_KEYS: '{}', SUPABASE_SERVICE_ROLE_KEY: '' });
    expect(() => secretKeys()).toThrow('SUPABASE_SECRET_KEYS is not set');
  });
});
