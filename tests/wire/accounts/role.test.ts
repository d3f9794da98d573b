import { adminClient, authClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { describe, expect, type TestServer, testSharing } from '../../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'server/tests/fixtures/project/open.toml' } });

describe('a role (contract A1.11)', () => {
  const giveRole = (server: TestServer, email: string) =>
    server.sql`insert into public.user_roles (user_id, role) select id, 'admin' from auth.users
      where email = ${email}`;

  test('drops the password of an unconfirmed account, and counts as an invitation', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email);
    const { hash } = await codeMailTo(server, email);
    await giveRole(server, email);
    expect((await authClient(server).verifyOtp({ type: 'signup', token_hash: hash })).error?.code).toBe(
      'otp_expired',
    );
    await signUp(server, email);
    const invitation = await codeMailTo(server, email, 2);
    expect(invitation.subject).toBe('You are invited to Solostead');
    const { hash: token_hash } = invitation;
    expect((await authClient(server).verifyOtp({ type: 'invite', token_hash })).error).toBeNull();
    expect(await refusal(server, email)).toBe('invalid_credentials');
  });

  test('keeps the password of an account that has confirmed its address', async ({ server }) => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password: OTHER, email_confirm: true });
    await giveRole(server, email);
    expect(await refusal(server, email, OTHER)).toBeUndefined();
  });

  test('added by npm run admin replaces an earlier password with a printed one', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email);
    const { hash } = await codeMailTo(server, email);
    const { password } = await server.addAdminByCommand(email);
    expect((await authClient(server).verifyOtp({ type: 'signup', token_hash: hash })).error?.code).toBe(
      'otp_expired',
    );
    await signUp(server, email);
    expect([await refusal(server, email), await refusal(server, email, password)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });
});

const [PLANTED, OTHER] = ['a passphrase of an attacker', 'a passphrase of the holder'];

const signUp = (server: TestServer, email: string) => authClient(server).signUp({ email, password: PLANTED });

/** Returns the refusal of a sign-in with a password, or undefined. */
const refusal = async (server: TestServer, email: string, password = PLANTED) =>
  (await authClient(server).signInWithPassword({ email, password })).error?.code;
