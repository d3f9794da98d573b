import { beforeEach, describe, expect, it, vi } from 'vitest';

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

/** A token without a server session. The library only reads its claims. */
function accessToken(expiresInSeconds: number): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  return [part({ alg: 'HS256' }), part({ iat, exp: iat + expiresInSeconds }), 'signature'].join('.');
}

const grant = (expiresInSeconds: number) =>
  json(200, {
    access_token: accessToken(expiresInSeconds),
    refresh_token: 'refresh-token',
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    user: { id: '00000000-0000-4000-8000-000000000000' },
  });

/** Records each request's time, in milliseconds since the start of the test, and answers it. */
function network(answer: (path: string) => Response) {
  const begun = Date.now();
  const requests: { path: string; atMs: number }[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    const { pathname, search } = new URL(input);
    const path = pathname + search;
    requests.push({ path, atMs: Date.now() - begun });
    return Promise.resolve().then(() => answer(path));
  });
  return requests;
}

const REFRESH = '/auth/v1/token?grant_type=refresh_token';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});

it('notes the wait of a refused sign-in at another service', async () => {
  const { pkceAuth } = await import('./auth.ts');
  const { secondsToWait } = await import('./retry-after.ts');
  network(() => new Response('{}', { status: 429, headers: { 'Retry-After': '30' } }));
  await pkceAuth().signInWithSSO({ domain: 'lab.example' });
  expect(secondsToWait()).toBe(30);
});

describe('the session in the client library', () => {
  it.each([401, 403, 404])(
    'ends here even if sign-out is answered with %i (contract P9.1)',
    async (status) => {
      const { auth } = await import('./auth.ts');
      const { signOutHere } = await import('./session.ts');
      const requests = network((path) => (path.includes('logout') ? json(status, {}) : grant(3600)));
      await auth().signInWithPassword({ email: 'sample@example.org', password: 'sample' });
      expect((await auth().getSession()).data.session).not.toBeNull();
      await signOutHere();
      expect(requests.at(-1)?.path).toBe('/auth/v1/logout?scope=local');
      expect((await auth().getSession()).data.session).toBeNull();
    },
  );

  it('ends here even if it has expired and no server can be reached (contract P9.1)', async () => {
    const { auth } = await import('./auth.ts');
    const { hasSession, signOutHere } = await import('./session.ts');
    network(() => grant(60));
    await auth().signInWithPassword({ email: 'sample@example.org', password: 'sample' });
    await vi.advanceTimersByTimeAsync(120_000);
    network(() => {
      throw new TypeError('network down');
    });
    expect(hasSession()).toBe(true);
    const leaving = signOutHere();
    await vi.advanceTimersByTimeAsync(60_000);
    await leaving;
    expect(hasSession()).toBe(false);
  });

  it.each([
    ['valid', 3600],
    ['expired', 60],
  ])('ends here within 3 s if the server does not answer: %s', async (_title, expiresInSeconds) => {
    const { auth } = await import('./auth.ts');
    const { hasSession, signOutHere } = await import('./session.ts');
    network(() => grant(expiresInSeconds));
    await auth().signInWithPassword({ email: 'sample@example.org', password: 'sample' });
    await vi.advanceTimersByTimeAsync(120_000);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    let hasEnded = false;
    void signOutHere().then(() => (hasEnded = true));
    await vi.advanceTimersByTimeAsync(3_000);
    expect([hasEnded, hasSession()]).toEqual([true, false]);
  });

  it('is refreshed again after 200 ms while no answer comes, and after twice the delay each time (contract P9.2)', async () => {
    const { auth } = await import('./auth.ts');
    const requests = network(() => {
      throw new TypeError('network down');
    });
    const refreshing = auth().refreshSession({ refresh_token: 'refresh-token' });
    await vi.advanceTimersByTimeAsync(3_100);
    const refreshes = requests.filter(({ path }) => path === REFRESH).map(({ atMs }) => atMs);
    expect(refreshes).toEqual([0, 200, 600, 1_400, 3_000]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await refreshing).error).not.toBeNull();
  });

  it('is checked about every 30 s, and refreshed before it expires (contract P3.5, P9.2)', async () => {
    const { auth } = await import('./auth.ts');
    const requests = network(() => grant(300));
    await auth().signInWithPassword({ email: 'sample@example.org', password: 'sample' });
    await auth().startAutoRefresh();
    await vi.advanceTimersByTimeAsync(300_000);
    const [first] = requests.filter(({ path }) => path === REFRESH);
    expect(first?.atMs).toBeGreaterThanOrEqual(180_000);
    expect(first?.atMs).toBeLessThanOrEqual(240_000);
    await auth().stopAutoRefresh();
  });
});
