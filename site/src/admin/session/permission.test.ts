import { beforeEach, expect, it, vi } from 'vitest';
import type { Permission } from './permission.ts';

const user = { id: '00000000-0000-4000-8000-000000000000', email: 'admin@example.org' };

/** A browser with a session that is good for an hour. The backend answers the lookup of the role. Returns its requests. */
function browser(answer: () => Response | Promise<Response>, factors: object[] = []): string[] {
  const claims = Buffer.from(JSON.stringify({ aal: 'aal1' })).toString('base64url');
  const session = JSON.stringify({
    access_token: ['', claims, ''].join('.'),
    expires_at: Date.now() / 1000 + 3600,
    user: { ...user, factors },
  });
  vi.stubGlobal('localStorage', { getItem: () => session, setItem() {}, removeItem() {} });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url);
    requests.push(pathname + search);
    return answer();
  });
  return requests;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});

/** Reads the permission, however long that takes. */
async function read(): Promise<Permission> {
  const { readPermission } = await import('./permission.ts');
  const reading = readPermission(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  return reading;
}

it.each<readonly [what: string, answer: () => Response | Promise<Response>, permission: { kind: string }]>([
  ['the role', () => Response.json([{ role: 'admin' }]), { kind: 'admin', ...user }],
  ['another role', () => Response.json([{ role: 'guest' }]), { kind: 'denied' }],
  ['no role', () => Response.json([]), { kind: 'denied' }],
  ['an error', () => new Response('', { status: 500 }), { kind: 'unknown' }],
  ['something else', () => Response.json({}), { kind: 'unknown' }],
  ['no connection', () => Promise.reject(new TypeError('network down')), { kind: 'unknown' }],
  ['nothing for 10 s', () => new Promise(() => {}), { kind: 'unknown' }],
])('after one lookup by user_id that returns %s (contract P7.4)', async (_what, answer, permission) => {
  const requests = browser(answer);
  expect(await read()).toEqual(permission);
  const accepts = permission.kind === 'denied' ? ['/rest/v1/rpc/accept_invitation'] : [];
  expect(requests).toEqual([`/rest/v1/user_roles?select=role&user_id=eq.${user.id}`, ...accepts]);
});

it('becomes an admin by an invitation', async () => {
  const answers = [Response.json([]), Response.json(true)];
  const requests = browser(() => answers.shift()!);
  expect(await read()).toEqual({ kind: 'admin', ...user });
  expect(requests).toHaveLength(2);
});

it('is due a second factor before any lookup', async () => {
  const requests = browser(() => Response.json([{ role: 'admin' }]), [{ status: 'verified' }]);
  expect(await read()).toEqual({ kind: 'proof-due', ...user });
  expect(requests).toEqual([]);
});
