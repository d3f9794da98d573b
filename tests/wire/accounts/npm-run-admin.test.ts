import { adminClient, authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { expect, test } from '../../harness/fixtures.ts';

test('npm run admin adds, lists, resets and removes admins, who lose access at once', async ({ server }) => {
  const email = 'admin@example.org';
  const signIn = async (password: string) => {
    const client = authClient(server);
    return { client, error: (await client.signInWithPassword({ email, password })).error };
  };
  const { password } = await server.addAdminByCommand(email);
  expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
  const { client, error } = await signIn(password);
  expect(error).toBeNull();
  await expect(server.command('admin', 'add', email)).rejects.toThrow(/is already an admin/);

  const { data: mailed } = await adminClient(server).admin.generateLink({ type: 'recovery', email });
  const printed = await server.command('admin', 'reset-password', email);
  const renewed = /^initial password: (\S+)$/m.exec(printed)![1]!;
  expect(printed).toContain(`npm run admin -- secure ${email}`);
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signIn(password)).error?.code).toBe('invalid_credentials');
  const token_hash = mailed.properties!.hashed_token;
  const late = await authClient(server).verifyOtp({ type: 'recovery', token_hash });
  expect(late.error?.code).toBe('otp_expired');
  const present = await signIn(renewed);
  expect(present.error).toBeNull();
  expect(await server.command('admin', 'list')).toContain(email);

  const secured = await server.command('admin', 'secure', email);
  const last = /^initial password: (\S+)$/m.exec(secured)![1]!;
  expect((await present.client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signIn(renewed)).error?.code).toBe('invalid_credentials');
  present.client = (await signIn(last)).client;
  expect((await present.client.getUser()).error).toBeNull();

  await server.command('admin', 'remove', email);
  expect((await present.client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await signIn(last)).error?.code).toBe('invalid_credentials');
  expect(await server.command('admin', 'list')).toContain('There is no admin yet');
});

test('npm run admin signs out one account or all, and drops waiting changes', async ({ server }) => {
  const people = [await signedInClient(server), await signedInClient(server), await signedInClient(server)];
  const { email } = people[0]!.user;
  expect((await people[0]!.client.updateUser({ email: freshEmail() })).error).toBeNull();
  expect(await server.command('admin', 'sign-out', email!)).toBe('1 session ended.\n');
  const waiting = 'select email_change from auth.users where email = $1';
  expect(await server.sql(waiting, [email])).toEqual([{ email_change: '' }]);
  expect((await people[0]!.client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await people[1]!.client.getUser()).error).toBeNull();
  await server.command('admin', 'sign-out', 'everyone');
  for (const { client } of people) expect((await client.getUser()).error).not.toBeNull();
});
