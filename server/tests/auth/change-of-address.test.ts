import type { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js';
import { codeMailTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import {
  adminClient,
  authClient,
  freshEmail,
  outcome,
  signedInClient,
  signInElsewhere,
} from '@solostead/server-testkit/auth/clients';
import { totp } from '@solostead/server-testkit/identity/totp';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('a change of address (contract A1.9)', () => {
  async function begun(server: TestServer) {
    const person = await signedInClient(server);
    const newEmail = freshEmail();
    const { data, error } = await person.client.updateUser({ email: newEmail });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.user.email, new_email: newEmail });
    const [toNew, toOld] = [await codeMailTo(server, newEmail), await codeMailTo(server, person.user.email!)];
    return { ...person, newEmail, toNew, toOld };
  }
  const emailOf = async (server: TestServer, id: string): Promise<string | undefined> =>
    (await adminClient(server).admin.getUserById(id)).data.user?.email;

  test('takes effect when both addresses confirm, by link and by code', async ({ server }) => {
    const { user, newEmail, toNew, toOld } = await begun(server);
    const first = await fetch(toNew.link, { redirect: 'manual' });
    expect(first.status).toBe(303);
    const facts = outcome(new URL(first.headers.get('location')!));
    expect(facts.get('message')).toBe(
      'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    );
    expect(await emailOf(server, user.id)).toBe(user.email);
    const { data } = await authClient(server).verifyOtp({
      email: user.email!,
      token: toOld.code,
      type: 'email_change',
    });
    expect(data.user).toMatchObject({ email: newEmail, identities: [{ email: newEmail }] });
    expect(data.user).not.toHaveProperty('new_email');
    expect((await mailTo(server, user.email!, 2)).subject).toBe('Your email address was changed');
  });

  test('fails when another user has taken the address', async ({ server }) => {
    const { user, newEmail, toNew, toOld } = await begun(server);
    const client = authClient(server);
    await client.verifyOtp({ email: user.email!, token: toOld.code, type: 'email_change' });
    await adminClient(server).admin.createUser({ email: newEmail, email_confirm: true });
    const last = await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    expect(last.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('takes effect in either order, and voids links to the former address', async ({ server }) => {
    const { user, newEmail, toNew, toOld } = await begun(server);
    const client = authClient(server);
    await client.resetPasswordForEmail(user.email!);
    const recovery = await codeMailTo(server, user.email!, 2);
    const confirmOld = () =>
      client.verifyOtp({ email: user.email!, token: toOld.code, type: 'email_change' });
    expect((await confirmOld()).error).toBeNull();
    expect((await confirmOld()).error?.code).toBe('otp_expired');
    expect(await emailOf(server, user.id)).toBe(user.email);
    await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    expect(await emailOf(server, user.id)).toBe(newEmail);
    const otherBrowser = authClient(server);
    const byLink = await otherBrowser.verifyOtp({ type: 'recovery', token_hash: recovery.hash });
    expect(byLink.error?.code).toBe('otp_expired');
  });

  test('ends with a new password, unless the same request asks for both', async ({ server }) => {
    const { client, user, newEmail, toNew, toOld } = await begun(server);
    const { data } = await adminClient(server).admin.generateLink({ type: 'recovery', email: user.email! });
    expect((await client.updateUser({ password: 'another fine passphrase' })).error).toBeNull();
    const links = { [toNew.hash]: 'email_change', [toOld.hash]: 'email_change' } as const;
    const recovery = { [data.properties!.hashed_token]: 'recovery' } as const;
    for (const [token_hash, type] of Object.entries({ ...links, ...recovery }))
      expect((await authClient(server).verifyOtp({ type, token_hash })).error?.code).toBe('otp_expired');
    expect((await client.getUser()).data.user).not.toHaveProperty('new_email');
    await client.updateUser({ email: newEmail, password: 'one more fine passphrase' });
    const { hash } = await codeMailTo(server, newEmail, 2);
    const again = await authClient(server).verifyOtp({ type: 'email_change', token_hash: hash });
    expect(again.error).toBeNull();
  });

  test('makes an anonymous account permanent, also after a sign-out', async ({ server }) => {
    const client = authClient(server);
    const { data } = await client.signInAnonymously();
    const email = freshEmail();
    await client.updateUser({ email });
    const { code } = await codeMailTo(server, email);
    await client.signOut();
    const done = await client.verifyOtp({ email, token: code, type: 'email_change' });
    expect(done.data.user).toMatchObject({
      id: data.user!.id,
      email,
      is_anonymous: false,
      identities: [{ provider: 'email', email }],
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });
});

/** Ends the other sessions of an account, with a client of the account or the secret key. */
type End = (owner: GoTrueClient, admin: GoTrueAdminApi, id: string) => Promise<{ error: unknown }>;

describe('a change of number that another session began (contract A3.6)', () => {
  test.for<[string, End]>([
    [
      'a new password from an administrator',
      (_owner, admin, id) => admin.updateUserById(id, { password: 'another fine passphrase' }),
    ],
    ['a global sign-out', (owner) => owner.signOut({ scope: 'global' })],
    ['a sign-out of the other sessions', (owner) => owner.signOut({ scope: 'others' })],
    [
      'a second factor',
      async ({ mfa }) => {
        const { data } = await mfa.enroll({ factorType: 'totp' });
        return mfa.challengeAndVerify({ factorId: data!.id, code: totp(data!.totp.secret) });
      },
    ],
  ])('ends with %s', async ([, end], { server }) => {
    const { client: thief, user, password } = await signedInClient(server);
    const owner = await signInElsewhere(server, { user, password });
    expect((await thief.updateUser({ phone: TEST_NUMBER })).data.user?.new_phone).toBe(TEST_NUMBER);
    const { admin } = adminClient(server);
    expect((await end(owner, admin, user.id)).error).toBeNull();
    const late = await authClient(server).verifyOtp({
      phone: TEST_NUMBER,
      token: '123456',
      type: 'phone_change',
    });
    expect(late.error?.code).toBe('otp_expired');
    expect((await admin.getUserById(user.id)).data.user).not.toHaveProperty('new_phone');
  });
});

/** A number with a code in open.toml. */
const TEST_NUMBER = '15551230001';
