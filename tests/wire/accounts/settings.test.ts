import { authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { expect, test } from '../../harness/fixtures.ts';

test('sign-up is closed, and the only sign-in method is the e-mail address', async ({ server }) => {
  const signUp = { email: freshEmail(), password: 'quite a fine passphrase' };
  expect((await authClient(server).signUp(signUp)).error?.code).toBe('signup_disabled');
  const headers = { apikey: server.publishableKey };
  const { external } = (await (await fetch(`${server.url}/auth/v1/settings`, { headers })).json()) as {
    external: object;
  };
  expect(Object.entries(external).filter(([, isOpen]) => isOpen)).toEqual([['email', true]]);
});

test.for([
  ['a week', `created_at = now() - interval '169 h', refreshed_at = now() at time zone 'utc'`],
  ['three days without use', `refreshed_at = (now() - interval '73 h') at time zone 'utc'`],
])('a session ends after %s', async ([_title, aged], { server }) => {
  const { client, user } = await signedInClient(server);
  await server.sql(`update auth.sessions set ${aged} where user_id = $1`, [user.id]);
  expect((await client.refreshSession()).error?.code).toBe('session_expired');
});

test('the commonest passwords are refused', async ({ server }) => {
  const { password } = await server.addAdmin('commonest@example.org');
  const client = authClient(server);
  await client.signInWithPassword({ email: 'commonest@example.org', password });
  expect((await client.updateUser({ password: 'password123' })).error?.code).toBe('weak_password');
});
