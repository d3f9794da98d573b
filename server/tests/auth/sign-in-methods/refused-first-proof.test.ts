import { authClient, freshEmail } from '../../harness/auth/clients.ts';
import { codeMailTo } from '../../harness/auth/mailbox.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { SUPABASE_CONFIG: 'open.toml', LIMITS: 'on' } });

describe('a sign-up that the limit of one mail a minute refuses (contract A1.12)', () => {
  test('drops the password of an earlier sign-up with another one', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email, PLANTED);
    const { hash } = await codeMailTo(server, email);
    expect(await signUp(server, email, OWN)).toBe('over_email_send_rate_limit');
    await expect.poll(() => passwordOf(server, email)).toBeNull();
    await confirm(server, hash);
    expect(await signIn(server, email, PLANTED)).toBe('invalid_credentials');
  });

  test('keeps the password of an earlier sign-up with the same one', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email, OWN);
    const { hash } = await codeMailTo(server, email);
    expect(await signUp(server, email, OWN)).toBe('over_email_send_rate_limit');
    await confirm(server, hash);
    expect(await signIn(server, email, OWN)).toBeUndefined();
  });
});

const [PLANTED, OWN] = ['a passphrase of an attacker', 'a passphrase of the holder'];

const signUp = async (server: TestServer, email: string, password: string) =>
  (await authClient(server).signUp({ email, password })).error?.code;

/** Returns the refusal of a sign-in with a password, or undefined. */
const signIn = async (server: TestServer, email: string, password: string) =>
  (await authClient(server).signInWithPassword({ email, password })).error?.code;

async function confirm(server: TestServer, hash: string): Promise<void> {
  const { error } = await authClient(server).verifyOtp({ type: 'signup', token_hash: hash });
  expect(error).toBeNull();
}

async function passwordOf(server: TestServer, email: string): Promise<unknown> {
  const [user] = await server.sql('select encrypted_password from auth.users where email = $1', [email]);
  return user!['encrypted_password'];
}
