import { beforeEach, describe, expect, it, vi } from 'vitest';

const KEY = 'sb-solostead-auth-token';

/** A token without a server session. Only its claims are read. */
function accessToken(claims: object): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return [part({ alg: 'HS256' }), part(claims), 'signature'].join('.');
}

interface Of {
  aal?: string;
  factors?: object[];
  /** The seconds by which the device's clock is ahead of the server's. */
  aheadSeconds?: number;
}

/** A session of an hour as the client library stores it, whose token ends after `expiresInSeconds`. */
const session = (expiresInSeconds: number, { aal = 'aal1', factors = [], aheadSeconds = 0 }: Of = {}) => {
  const exp = Math.floor(Date.now() / 1000) - aheadSeconds + expiresInSeconds;
  return {
    ...tokens({ aal, name: 'Åsa Sample', iat: exp - 3600, exp }, exp + aheadSeconds),
    user: { id: '00000000-0000-4000-8000-000000000000', factors },
  };
};

const tokens = (claims: object, expiresAt: number) => ({
  access_token: accessToken(claims),
  refresh_token: 'refresh-token',
  expires_in: 3600,
  expires_at: expiresAt,
  token_type: 'bearer',
});

/** A browser that keeps `text` as its session; the requests that reach the backend. */
function browser(text: string | null): string[] {
  const stored = new Map(text === null ? [] : [[KEY, text]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    requests.push(new URL(input).pathname);
    const { expires_at: _, ...renewed } = session(3600);
    return Response.json({ ...renewed, refresh_token: 'another' });
  });
  return requests;
}

beforeEach(() => vi.resetModules());

/** The requests of a new page for a token. The first one states the time, which no answer has yet. */
const refreshed = ['/auth/v1/health', '/auth/v1/token'];

describe('the stored session', () => {
  it('is used as it is for as long as its token is good for 90 s', async () => {
    const requests = browser(JSON.stringify(session(100)));
    const { readSession } = await import('./session.ts');
    expect((await readSession())?.refresh_token).toBe('refresh-token');
    expect(requests).toEqual([]);
  });

  it.each([-3, -1 / 24, 1 / 24, 3])(
    'is used and refreshed at the same moments by a clock that is %d days ahead',
    async (days) => {
      const aheadSeconds = days * 86_400;
      const requests = browser(JSON.stringify(session(100, { aheadSeconds })));
      const { readSession } = await import('./session.ts');
      expect((await readSession())?.refresh_token).toBe('refresh-token');
      expect(requests).toEqual([]);
      vi.resetModules();
      const requestedLate = browser(JSON.stringify(session(80, { aheadSeconds })));
      const later = await import('./session.ts');
      expect((await later.readSession())?.refresh_token).toBe('another');
      expect(requestedLate).toEqual(refreshed);
      expect((await later.readSession())?.refresh_token).toBe('another');
      expect(requestedLate).toEqual(refreshed);
    },
  );

  it('is refreshed before that', async () => {
    const requests = browser(JSON.stringify(session(80)));
    const { readSession } = await import('./session.ts');
    expect((await readSession())?.refresh_token).toBe('another');
    expect(requests).toEqual(refreshed);
  });

  it.each([
    ['absent', null],
    ['no JSON', '{'],
    ['something else', '{"a":1}'],
  ])('is null if it is %s', async (_title, text) => {
    browser(text);
    const { readSession } = await import('./session.ts');
    expect(await readSession()).toBeNull();
  });
});

const verified = [{ status: 'verified' }];

it.each([
  ['no factor', { factors: [] }, false],
  ['a factor that was never proven', { factors: [{ status: 'unverified' }] }, false],
  ['a factor, and one proof', { factors: verified }, true],
  ['a factor, and both proofs', { factors: verified, aal: 'aal2' }, false],
])('with %s, a second proof is due: %#', async (_title, of, isDue) => {
  browser(JSON.stringify(session(3600, of)));
  const { isSecondFactorDue } = await import('./session.ts');
  expect(await isSecondFactorDue()).toBe(isDue);
});
