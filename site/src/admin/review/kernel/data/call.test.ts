import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

/** Fakes the backend's answer to every request and records the requests. */
function backend(answer: () => Response | Promise<Response>) {
  const requests: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    requests.push({ path: new URL(input).pathname, body: JSON.parse(String(init?.body ?? 'null')) });
    return answer();
  });
  return requests;
}

/** One module for each test, because the connection's state is global. */
const load = () => import('./call.ts');

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});

describe('a call of the review', () => {
  it('returns the answer of the function, checked', async () => {
    const { call } = await load();
    const requests = backend(() => Response.json([1, 2]));
    expect(await call('review_numbers', { from_day: '2026-01-01' }, z.array(z.number()))).toEqual([1, 2]);
    expect(requests).toEqual([{ path: '/rest/v1/rpc/review_numbers', body: { from_day: '2026-01-01' } }]);
  });

  it('fails if the answer has another shape, and names the field', async () => {
    const { call } = await load();
    backend(() => Response.json([1, '2']));
    await expect(call('review_numbers', {}, z.array(z.number()))).rejects.toMatchObject({
      name: 'ReviewError',
      errorKind: 'failed',
      message: 'unexpected answer at 1',
    });
  });

  it('is offline without a network, without a retry', async () => {
    const { call } = await load();
    const requests = backend(() => Promise.reject(new TypeError('network down')));
    await expect(call('my_account')).rejects.toMatchObject({ errorKind: 'offline' });
    expect(requests).toHaveLength(1);
  });

  it('rejects with a ReviewError if it is refused', async () => {
    const { call } = await load();
    backend(() =>
      Response.json(
        { code: 'version_conflict', message: 'A sentence.', details: '{"version": 2}', hint: null },
        { status: 409 },
      ),
    );
    const refused = { name: 'ReviewError', errorKind: 'conflict', message: 'A sentence.' };
    await expect(call('review_move')).rejects.toMatchObject({ ...refused, detail: { version: 2 } });
  });

  it.each([
    [401, true],
    [403, true],
    [409, false],
    [500, false],
  ])('refused with %i makes the guard check the session: %s', async (status, isNotified) => {
    const { onRefusal } = await import('#supabase/refusal.ts');
    const { call } = await load();
    let notified = 0;
    const stop = onRefusal(() => (notified += 1));
    backend(() => Response.json({ code: '', message: '' }, { status }));
    await call('my_account').catch(() => {});
    expect(notified).toBe(isNotified ? 1 : 0);
    stop();
    await call('my_account').catch(() => {});
    expect(notified).toBe(isNotified ? 1 : 0);
  });
});
