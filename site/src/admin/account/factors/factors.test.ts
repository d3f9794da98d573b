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

/** A browser with a security key, whose backend accepts each request. Returns the requests. */
function browser(onProof: () => void): string[] {
  const stored = JSON.stringify(session);
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem() {}, removeItem() {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  vi.stubGlobal('location', new URL('https://lab.example'));
  vi.stubGlobal('PublicKeyCredential', {});
  vi.stubGlobal('navigator', { credentials: { create: async () => ({ toJSON: () => ({}) }) } });
  const requests: string[] = [];
  const publicKey = { challenge: 'AA', user: { id: 'AA' } };
  const webauthn = { type: 'create', credential_options: { publicKey } };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const { pathname } = new URL(url);
    requests.push(`${method} ${pathname}`);
    if (pathname.endsWith('/verify')) onProof();
    const factor = pathname.endsWith('/settings') ? {} : { id: 'new', type: 'webauthn', webauthn };
    return Response.json({ ...session, ...factor });
  });
  return requests;
}

beforeEach(() => vi.resetModules());

const none: string[] = [];
const removed = ['DELETE /auth/v1/factors/new'];
it.each([
  ['an authenticator app stays once its first code is accepted', 'app', undefined, none],
  [
    'an authenticator app is removed if the person cancelled while its code was sent',
    'app',
    'cancel',
    removed,
  ],
  ['a security key stays if the person left the page while its proof was sent', 'key', 'leave', none],
  ['a security key is removed if the person cancelled while its proof was sent', 'key', 'cancel', removed],
] as const)('%s', async (_title, kind, end, removals) => {
  const ends = { cancel: new AbortController(), leave: new AbortController() };
  const requests = browser(() => end && ends[end].abort());
  const { addKey, proveEnrolment } = await import('./factors.ts');
  const { cancel, leave } = ends;
  const proof =
    kind === 'key'
      ? addKey('Key', leave.signal, cancel.signal)
      : proveEnrolment('new', '123456', cancel.signal);
  expect(await proof).toMatchObject({ ok: true });
  expect(requests).toContain('POST /auth/v1/factors/new/verify');
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual(removals);
});
