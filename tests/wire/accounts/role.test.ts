import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminClient, authClient, freshEmail } from '../../../server/tests/harness/auth/clients.ts';
import { codeMailTo } from '../../../server/tests/harness/auth/mailbox.ts';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';

const [PLANTED, OTHER] = ['a passphrase of an attacker', 'a passphrase of the holder'];
const INVITED = 'You are invited to Solostead';
let server: TestServer;

beforeAll(async () => {
  server = await sharedServer({ env: { SUPABASE_CONFIG: 'server/tests/fixtures/project/open.toml' } });
});
afterAll(() => server.stop());

const signUp = (email: string) => authClient(server).signUp({ email, password: PLANTED });

/** Returns the refusal of a sign-in with a password, or undefined. */
const refusal = async (email: string, password = PLANTED) =>
  (await authClient(server).signInWithPassword({ email, password })).error?.code;

describe('a role (contract A1.11)', () => {
  const giveRole = (email: string) =>
    server.sql(
      `insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where email = $1`,
      [email],
    );

  test('drops the password of an account that has confirmed nothing, and counts as an invitation', async () => {
    const email = freshEmail();
    await signUp(email);
    const { hash } = await codeMailTo(server, email);
    await giveRole(email);
    expect((await authClient(server).verifyOtp({ type: 'signup', token_hash: hash })).error?.code).toBe(
      'otp_expired',
    );
    await signUp(email);
    const invitation = await codeMailTo(server, email, 2);
    expect(invitation.subject).toBe(INVITED);
    const { hash: token_hash } = invitation;
    expect((await authClient(server).verifyOtp({ type: 'invite', token_hash })).error).toBeNull();
    expect(await refusal(email)).toBe('invalid_credentials');
  });

  test('keeps the password of an account that has confirmed its address', async () => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password: OTHER, email_confirm: true });
    await giveRole(email);
    expect(await refusal(email, OTHER)).toBeUndefined();
  });

  test('added by npm run admin replaces the password of an earlier sign-up with a printed one', async () => {
    const email = freshEmail();
    await signUp(email);
    const { hash } = await codeMailTo(server, email);
    const { password } = await server.addAdminByCommand(email);
    expect((await authClient(server).verifyOtp({ type: 'signup', token_hash: hash })).error?.code).toBe(
      'otp_expired',
    );
    expect([await refusal(email), await refusal(email, password)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });

  test('added by npm run admin is not affected by a later sign-up', async () => {
    const email = freshEmail();
    const { password } = await server.addAdminByCommand(email);
    await signUp(email);
    expect([await refusal(email), await refusal(email, password)]).toEqual([
      'invalid_credentials',
      undefined,
    ]);
  });
});
