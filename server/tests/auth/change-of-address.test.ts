import { codeMailTo, mailTo } from '../harness/auth/mailbox.ts';
import { adminClient, authClient, freshEmail, outcome, signedInClient } from '../harness/auth/clients.ts';
import { describe, expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

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

  test('does not take effect when one address confirms twice', async ({ server }) => {
    const { user, newEmail, toNew } = await begun(server);
    const client = authClient(server);
    await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    const again = await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    expect(again.error?.code).toBe('otp_expired');
    expect(await emailOf(server, user.id)).toBe(user.email);
  });

  test('fails when another user has taken the address', async ({ server }) => {
    const { user, newEmail, toNew, toOld } = await begun(server);
    const client = authClient(server);
    await client.verifyOtp({ email: user.email!, token: toOld.code, type: 'email_change' });
    await adminClient(server).admin.createUser({ email: newEmail, email_confirm: true });
    const last = await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    expect(last.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('takes effect in either order, and voids the links that were mailed to the former address', async ({
    server,
  }) => {
    const { user, newEmail, toNew, toOld } = await begun(server);
    const client = authClient(server);
    await client.resetPasswordForEmail(user.email!);
    const recovery = await codeMailTo(server, user.email!, 2);
    await client.verifyOtp({ email: user.email!, token: toOld.code, type: 'email_change' });
    await client.verifyOtp({ email: newEmail, token: toNew.code, type: 'email_change' });
    expect(await emailOf(server, user.id)).toBe(newEmail);
    const otherBrowser = authClient(server);
    const byLink = await otherBrowser.verifyOtp({ type: 'recovery', token_hash: recovery.hash });
    expect(byLink.error?.code).toBe('otp_expired');
  });

  test('makes an anonymous account permanent', async ({ server }) => {
    const client = authClient(server);
    const { data } = await client.signInAnonymously();
    const email = freshEmail();
    await client.updateUser({ email });
    const { code } = await codeMailTo(server, email);
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
