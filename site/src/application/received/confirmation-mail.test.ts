import { beforeEach, expect, it, vi } from 'vitest';
import { askForConfirmationMail } from './confirmation-mail.ts';

beforeEach(() => vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example'));

const TOO_MANY = 'Too many applications came from your network. Please try again in 5 minutes.';
const answering = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }));

it.each<[string, () => Promise<Response>, unknown]>([
  ['a stored request', answering(200, '{"success":true}'), 'asked'],
  ['a refusal for some time', answering(429, JSON.stringify({ error: TOO_MANY })), { failed: TOO_MANY }],
  ['a refusal without words', answering(429, '{"code":"x"}'), { failed: null }],
  ['an unreadable refusal', answering(429, '<html>'), { failed: null }],
  ['an error of the server', answering(502, '{"error":"internal"}'), { failed: null }],
  ['no network', () => Promise.reject(new TypeError('network down')), { failed: null }],
])('returns the result of %s', async (_title, answer, outcome) => {
  vi.stubGlobal('fetch', answer);
  expect(await askForConfirmationMail('sample@example.org')).toEqual(outcome);
});

it('gives up a request that is not answered within 20 s', async () => {
  vi.useFakeTimers();
  const waitForAbort = (_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  vi.stubGlobal('fetch', waitForAbort);
  const asking = askForConfirmationMail('sample@example.org');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await asking).toEqual({ failed: null });
});
