import { expect, it, vi } from 'vitest';
import { requestConfirmationMail } from './confirmation-mail.ts';

const request = () => requestConfirmationMail('sample@example.org', 'Sam Sample');

it.each<readonly [string, () => Response | Promise<Response>, boolean]>([
  ['a stored request', () => Response.json({ success: true }), true],
  ['a refusal for some time', () => Response.json({ error: 'Too many' }, { status: 429 }), false],
  ['an error of the server', () => Response.json({ error: 'internal' }, { status: 502 }), false],
  ['no network', () => Promise.reject(new TypeError('network down')), false],
])('returns the result of %s', async (_title, answer, isRequested) => {
  vi.stubGlobal('fetch', async () => answer());
  expect(await request()).toBe(isRequested);
});

it('gives up a request that is not answered within 20 s', async () => {
  vi.useFakeTimers();
  const waitForAbort = (_url: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  vi.stubGlobal('fetch', waitForAbort);
  const asking = request();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await asking).toBe(false);
});
