import { beforeEach, expect, it, vi } from 'vitest';

const user = { id: '00000000-0000-4000-8000-000000000000', factors: [] };
const session = {
  access_token: ['', Buffer.from('{"aal":"aal1"}').toString('base64url'), ''].join('.'),
  refresh_token: 'refresh-token',
  expires_in: 3600,
  expires_at: Date.now() / 1000 + 3600,
  token_type: 'bearer',
  user,
};

/** A browser whose backend accepts each request. Returns the requests. */
function browser(): string[] {
  const stored = JSON.stringify(session);
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem() {}, removeItem() {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ ...session, id: 'challenge' });
  });
  return requests;
}

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SUPABASE_URL', 'https://backend.example');
});

it.each([
  ['stays once its first code is accepted', false, []],
  ['is removed if the person cancelled while its code was sent', true, ['DELETE /auth/v1/factors/app']],
])('an authenticator app %s', async (_title, isCancelled, removals) => {
  const requests = browser();
  const { proveEnrolment } = await import('./factors.ts');
  const cancelling = new AbortController();
  const proving = proveEnrolment('app', '123456', cancelling.signal);
  if (isCancelled) cancelling.abort();
  expect(await proving).toMatchObject({ ok: true });
  expect(requests).toContain('POST /auth/v1/factors/app/verify');
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual(removals);
});
