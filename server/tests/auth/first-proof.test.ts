import { onTestFinished } from 'vitest';
import { sharedServer } from '@solostead/server-testkit/servers/server';
import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { adminClient, authClient, call, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('an open invitation (contract A1.12)', () => {
  // The address of an account that exists is not refused where sign-up is closed.
  test('is sent again by a request for a code where sign-up is closed', async ({ server }) => {
    const restricted = await sharedServer();
    onTestFinished(() => restricted.stop());
    const { email, hash } = await invited(server, restricted);
    expect((await call(restricted, 'POST', '/otp', { email })).status).toBe(200);
    expect(await codeMailTo(restricted, email, 2)).toMatchObject({ subject: INVITED, hash });
    expect((await follow(server, hash, 'invite', restricted)).email).toBe(email);
  });

  test('is sent again on request, and stays valid', async ({ server }) => {
    const { email, hash } = await invited(server);
    expect((await call(server, 'POST', '/resend', { email, type: 'signup' })).status).toBe(200);
    expect(await codeMailTo(server, email, 2)).toMatchObject({ subject: INVITED, hash });
    expect((await follow(server, hash, 'invite')).email).toBe(email);
  });

  test('is renewed by a request for a code after it expired', async ({ server }) => {
    const { email, hash } = await invited(server);
    await expire(server, email);
    await authClient(server).signInWithOtp({ email });
    const again = await codeMailTo(server, email, 2);
    expect(again).toMatchObject({ subject: INVITED, hash: expect.not.stringMatching(hash) });
    expect((await follow(server, again.hash, 'invite')).email).toBe(email);
  });

  test('is sent again by a sign-up, whose password it ignores', async ({ server }) => {
    const { email, hash } = await invited(server);
    expect((await signUp(server, email)).data.user).toMatchObject({ email, identities: [] });
    expect(await codeMailTo(server, email, 2)).toMatchObject({ subject: INVITED, hash });
    await follow(server, hash, 'signup');
    expect(await refusal(server, email)).toBe('invalid_credentials');
  });

  test('replaces an earlier sign-up and its password', async ({ server }) => {
    const email = freshEmail();
    const data = { full_name: 'Planted Sample' };
    await authClient(server).signUp({ email, password: PLANTED, options: { data } });
    const { hash } = await codeMailTo(server, email);
    await adminClient(server).admin.inviteUserByEmail(email);
    expect((await authClient(server).verifyOtp({ type: 'signup', token_hash: hash })).error?.code).toBe(
      'otp_expired',
    );
    const { user_metadata } = await follow(server, (await codeMailTo(server, email, 2)).hash, 'signup');
    expect(user_metadata).not.toHaveProperty('full_name');
    expect(await refusal(server, email)).toBe('invalid_credentials');
  });
});

describe('a password given at sign-up (contract A1.11 and A1.12)', () => {
  test('works once the address is confirmed, also when it was sent twice', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email);
    await expire(server, email);
    await signUp(server, email, OTHER);
    await signUp(server, email, OTHER);
    await follow(server, (await codeMailTo(server, email, 3)).hash, 'signup');
    expect(await refusal(server, email, OTHER)).toBeUndefined();
  });

  test('is dropped if another one is given before the proof', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email, OTHER);
    await signUp(server, email);
    await follow(server, (await codeMailTo(server, email, 2)).hash, 'signup');
    expect([await refusal(server, email), await refusal(server, email, OTHER)]).toEqual(
      Array(2).fill('invalid_credentials'),
    );
  });
});

describe('the first proof of an account (contract A1.11)', () => {
  test('drops the password when it comes by a change of address', async ({ server }) => {
    const [email, next] = [freshEmail(), freshEmail()];
    await signUp(server, email);
    const { admin } = adminClient(server);
    for (const type of ['email_change_new', 'email_change_current'] as const) {
      const { data } = await admin.generateLink({ type, email, newEmail: next });
      const token_hash = data.properties!.hashed_token;
      const { error } = await authClient(server).verifyOtp({ type: 'email_change', token_hash });
      expect(error).toBeNull();
    }
    expect(await server.sql('select 1 from auth.users where email = $1', [next])).toHaveLength(1);
    expect(await refusal(server, next)).toBe('invalid_credentials');
  });

  test('removes identities at providers, and voids what else was sent', async ({ server }) => {
    const email = freshEmail();
    await signUp(server, email, OTHER);
    const { hash } = await codeMailTo(server, email);
    const recovery = await adminClient(server).admin.generateLink({ type: 'recovery', email });
    await server.sql(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       select id, 'google', id::text, jsonb_build_object('sub', id) from auth.users where email = $1`,
      [email],
    );
    await follow(server, hash, 'signup');
    const { data } = await authClient(server).signInWithPassword({ email, password: OTHER });
    expect(data.user).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    const token_hash = recovery.data.properties!.hashed_token;
    const late = await authClient(server).verifyOtp({ type: 'recovery', token_hash });
    expect(late.error?.code).toBe('otp_expired');
  });
});

const [PLANTED, OTHER] = ['a passphrase of an attacker', 'a passphrase of the holder'];
const INVITED = 'You are invited to Notes';

const signUp = (server: TestServer, email: string, password = PLANTED) =>
  authClient(server).signUp({ email, password });

/** Makes the open proof of an account expire. */
const expire = (server: TestServer, email: string) =>
  server.sql(`update auth.users set confirmation_sent_at = now() - interval '2 hours' where email = $1`, [
    email,
  ]);

/** Returns the refusal of a sign-in with a password, or undefined. */
const refusal = async (server: TestServer, email: string, password = PLANTED) =>
  (await authClient(server).signInWithPassword({ email, password })).error?.code;

async function invited(server: TestServer, at = server): Promise<{ email: string; hash: string }> {
  const email = freshEmail();
  await adminClient(at).admin.inviteUserByEmail(email);
  return { email, hash: (await codeMailTo(at, email)).hash };
}

async function follow(server: TestServer, hash: string, type: 'invite' | 'signup' | 'email', at = server) {
  const { data, error } = await authClient(at).verifyOtp({ type, token_hash: hash });
  if (error) throw error;
  return data.user!;
}
