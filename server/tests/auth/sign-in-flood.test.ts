import { send, type Answer } from '../harness/auth/scenario.ts';
import { freshEmail } from '../harness/auth/clients.ts';
import { expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });

test('a sign-in during 130 wrong ones from 64 addresses of a /48 is answered before them, and never with 429', async ({
  server,
}) => {
  const email = freshEmail();
  const { password } = await server.addUser(email);
  const answered: number[] = [];
  const flood = Array.from({ length: 130 }, async (_, index) => {
    const wrong = { email: `unknown${index}@example.org`, password };
    const from = `2001:db8:1:${(index % 64).toString(16)}::1`;
    answered.push((await signIn(server, from, wrong)).status);
  });
  // The first check has ended, so all others wait or are refused.
  await expect.poll(() => answered.includes(400)).toBe(true);
  const before = answered.filter((status) => status === 400).length;
  const { status } = await signIn(server, '2001:db8:2::1', { email, password });
  const checks = answered.filter((each) => each === 400).length - before;
  await Promise.all(flood);
  expect(status).toBe(200);
  expect(checks).toBeLessThan(MIN_CHECKS / 2);
  expect(new Set(answered)).toEqual(new Set([400, 429]));
  expect(answered.filter((each) => each === 400).length).toBeGreaterThan(MIN_CHECKS);
});

/** The checks of a flood that waited. The right sign-in is answered before half of them. */
const MIN_CHECKS = 36;

const signIn = (server: TestServer, from: string, body: object): Promise<Answer> =>
  send(server, { path: '/token?grant_type=password', body, headers: { 'x-forwarded-for': from } });
