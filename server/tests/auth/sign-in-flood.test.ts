import { send, type Answer } from '@solostead/server-testkit/auth/scenario';
import { freshEmail } from '@solostead/server-testkit/auth/clients';
import { expect, type TestServer, testPublic as test } from '@solostead/server-testkit/fixtures';

test('a sign-in is answered before wrong ones from many addresses of a /48', async ({ server }) => {
  const email = freshEmail();
  const { password } = await server.addUser(email);
  const answered: number[] = [];
  const flood = Array.from({ length: FLOOD_LENGTH }, async (_, index) => {
    const wrong = { email: `unknown${index}@example.org`, password };
    answered.push((await signIn(server, `2001:db8:1:${index.toString(16)}::1`, wrong)).status);
  });
  // The first check has ended, so all others wait.
  await expect.poll(() => answered.length).toBeGreaterThan(0);
  const before = answered.length;
  const { status } = await signIn(server, '2001:db8:2::1', { email, password });
  const checks = answered.length - before;
  await Promise.all(flood);
  expect(status).toBe(200);
  expect(checks).toBeLessThan(FLOOD_LENGTH / 2);
});

/** Fewer than the places of a network in the queue, so that all of them wait. */
const FLOOD_LENGTH = 16;

const signIn = (server: TestServer, from: string, body: object): Promise<Answer> =>
  send(server, { path: '/token?grant_type=password', body, headers: { 'x-forwarded-for': from } });
