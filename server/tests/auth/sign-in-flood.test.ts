import { send, type Answer } from '../harness/auth/scenario.ts';
import { adminClient, freshEmail } from '../harness/auth/clients.ts';
import { describe, expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });

test.beforeAll(async ({ server }) => {
  // Hashes at cost 8, a quarter of what an unknown address costs.
  await server.sql(
    `insert into auth.users (id, email, encrypted_password, aud, role)
     select gen_random_uuid(), 'flooded' || n || '@example.org',
            extensions.crypt('another passphrase', extensions.gen_salt('bf', 8)), 'authenticated', 'authenticated'
       from generate_series(0, 129) as n`,
  );
  await adminClient(server).admin.createUser({ email, password: PASSWORD, email_confirm: true });
});

describe('a sign-in during 130 wrong ones at the same time', () => {
  test.for([
    ['5 addresses of a /24', '198.51.100.7', (index: number) => `203.0.113.${index % 5}`],
    [
      '64 addresses of a /48',
      '2001:db8:2::1',
      (index: number) => `2001:db8:1:${(index % 64).toString(16)}::1`,
    ],
  ] as const)(
    'from %s is answered before them, and never with 429',
    async ([_network, from, flooder], { server }) => {
      const answered: number[] = [];
      const flood = Array.from({ length: 130 }, async (_, index) => {
        const wrong = { email: `flooded${index}@example.org`, password: PASSWORD };
        answered.push((await signIn(server, flooder(index), wrong)).status);
      });
      // The first check has ended, so all others wait or are refused.
      await expect.poll(() => answered.includes(400)).toBe(true);
      const before = answered.filter((status) => status === 400).length;
      const { status } = await signIn(server, from, { email, password: PASSWORD });
      const checks = answered.filter((each) => each === 400).length - before;
      await Promise.all(flood);
      expect(status).toBe(200);
      expect(checks).toBeLessThan(MIN_CHECKS / 2);
      expect(new Set(answered)).toEqual(new Set([400, 429]));
      expect(answered.filter((each) => each === 400).length).toBeGreaterThan(MIN_CHECKS);
    },
  );
});

const PASSWORD = 'quite a fine passphrase';
/** The checks of a flood that waited. The right sign-in is answered before half of them. */
const MIN_CHECKS = 36;
const email = freshEmail();

const signIn = (server: TestServer, from: string, body: object): Promise<Answer> =>
  send(server, { path: '/token?grant_type=password', body, headers: { 'x-forwarded-for': from } });
