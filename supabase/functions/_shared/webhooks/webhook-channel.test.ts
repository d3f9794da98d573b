import { expect, test, vi } from 'vitest';
import { refusedTarget } from './delivery-error.ts';
import { type Post, webhookChannel } from './webhook-channel.ts';
import type { WebhookOrder } from './webhook-order.ts';

/** Sends one message and returns the outcome. */
async function sent(post: Post, more: Partial<WebhookOrder> = {}): Promise<unknown> {
  vi.stubEnv('SITE_URL', 'https://lab.example');
  return webhookChannel(post).send({ ...ORDER, ...more });
}

const ORDER: WebhookOrder = {
  id: '1',
  attempt: 2,
  kind: 'slack',
  url: 'https://hooks.example/',
  event: 'application.erased',
  occurred_at: '2026-01-01T00:00:00Z',
  secrets: [],
};

test.each([
  [200, null],
  [204, null],
  [302, 'It redirects, and redirects are not followed.'],
  [503, 'It answered 503.'],
])('returns the status %i with the failure %j', async (status, failure) => {
  expect(await sent(async () => status)).toEqual({
    id: '1',
    status,
    duration_ms: expect.any(Number),
    ...(failure === null ? {} : { failure, final: false }),
  });
});

test.each([
  ['an answer of 410', 410, {}],
  ['a test', 500, { event: 'webhook.test' }],
] as const)('does not ask for another try after %s', async (_what, status, more) => {
  expect(await sent(async () => status, more)).toMatchObject({ final: true });
});

test.each([
  ['a refused address', refusedTarget(), 'Refused: the address does not lead to the open Internet.'],
  ['a timeout', new DOMException('late', 'TimeoutError'), 'No answer within 10 seconds.'],
  ['a code', Object.assign(new Error('to 10.0.0.1'), { code: 'ECONNRESET' }), 'No connection (ECONNRESET).'],
  [
    'the code of a cause',
    new TypeError('failed', { cause: { code: 'ENOTFOUND' } }),
    'No connection (ENOTFOUND).',
  ],
  ['any other error', new TypeError('to 10.0.0.1'), 'No connection (TypeError).'],
])('returns %s without an answer', async (_what, cause, failure) => {
  expect(await sent(() => Promise.reject(cause))).toMatchObject({ status: null, failure });
});

test.each(['http://hooks.example/', 'https://hooks.example:8443/', 'https://user@hooks.example/'])(
  'posts nothing to %s',
  async (url) => {
    const post = vi.fn<Post>();
    expect(await sent(post, { url })).toMatchObject({
      failure: 'Refused: the address must be https on port 443 without a user name.',
    });
    expect(post).not.toHaveBeenCalled();
  },
);

test('gives an address ten seconds', async () => {
  const lengths = new Map<AbortSignal, number>();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const { signal } = new AbortController();
    lengths.set(signal, milliseconds);
    return signal;
  });
  let timeoutMs: number | undefined;
  await sent(async (_url, _message, signal) => {
    timeoutMs = lengths.get(signal);
    return 200;
  });
  expect(timeoutMs).toBe(10_000);
});
