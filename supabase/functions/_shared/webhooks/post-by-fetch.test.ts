import { expect, test, vi } from 'vitest';
import { postByFetch } from './post-by-fetch.ts';

const post = (url: string) =>
  postByFetch(new URL(url), { headers: {}, body: '{}' }, AbortSignal.timeout(5_000));

test.each(['127.0.0.1', '0x7f.1', '[::1]', '10.0.0.1', 'localhost', 'db.internal', 'printer.local.'])(
  'posts nothing to %s',
  async (host) => {
    const fetching = vi.fn();
    vi.stubGlobal('fetch', fetching);
    await expect(post(`https://${host}/`)).rejects.toThrow('Refused');
    expect(fetching).not.toHaveBeenCalled();
  },
);

test('follows no redirect', async () => {
  const fetching = vi.fn(async () => new Response(null, { status: 302 }));
  vi.stubGlobal('fetch', fetching);
  expect(await post('https://hooks.example/')).toBe(302);
  expect(fetching).toHaveBeenCalledWith(expect.any(URL), expect.objectContaining({ redirect: 'manual' }));
});
