import { expect, test, vi } from 'vitest';
import { deliverWebhooks, type Post } from './deliver-webhooks.ts';
import { refusedTarget } from './delivery-error.ts';

/** Delivers one message and returns what the database is told about it. */
async function recorded(post: Post, url = 'https://hooks.example/'): Promise<unknown> {
  vi.stubEnv('SUPABASE_URL', 'http://services.example');
  vi.stubEnv('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_sample"}');
  vi.stubEnv('SITE_URL', 'https://lab.example');
  const order = { id: '1', attempt: 2, kind: 'slack', url, event: 'webhook.test', secrets: [] };
  const claimed = [[order]];
  let told: unknown;
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    if (address.endsWith('/claim_webhook_deliveries')) return Response.json(claimed.pop() ?? []);
    told = JSON.parse(body);
    return Response.json(null);
  });
  await deliverWebhooks(post, Date.now() + 10_000);
  return told;
}

test.each([
  [200, null],
  [204, null],
  [302, 'It redirects, and redirects are not followed.'],
  [503, 'It answered 503.'],
])('records the status %i with the error %j', async (status, error) => {
  expect(await recorded(async () => status)).toEqual({
    delivery_id: '1',
    attempt: 2,
    response_status: status,
    duration_ms: expect.any(Number),
    error,
  });
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
])('records %s without an answer', async (_what, cause, error) => {
  expect(await recorded(() => Promise.reject(cause))).toMatchObject({ response_status: null, error });
});

test.each(['http://hooks.example/', 'https://hooks.example:8443/', 'https://user@hooks.example/'])(
  'posts nothing to %s',
  async (url) => {
    const post = vi.fn<Post>();
    expect(await recorded(post, url)).toMatchObject({
      error: 'Refused: the address must be https on port 443 without a user name.',
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
  let given: number | undefined;
  await recorded(async (_url, _message, signal) => {
    given = lengths.get(signal);
    return 200;
  });
  expect(given).toBe(10_000);
});
