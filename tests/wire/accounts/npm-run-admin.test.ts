import { authClient, signedInClient } from '../../../server/tests/harness/auth/clients.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

describe('npm run admin', () => {
  const email = 'admin@example.org';
  const signIn = (server: TestServer, password: string) =>
    authClient(server).signInWithPassword({ email, password });

  test('adds, lists, resets and removes admins, who lose access at once', async ({ server }) => {
    const { password } = await server.addAdminByCommand(email);
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(await server.command('admin', 'list')).toContain(email);
    const client = authClient(server);
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
    await expect(server.command('admin', 'add', email)).rejects.toThrow(/is an admin already/);

    const printed = await server.command('admin', 'reset-password', email);
    const renewed = /^initial password: (\S+)$/m.exec(printed)![1]!;
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await signIn(server, password)).error?.code).toBe('invalid_credentials');
    const present = authClient(server);
    await present.signInWithPassword({ email, password: renewed });

    await server.command('admin', 'remove', email);
    expect((await present.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await signIn(server, renewed)).error?.code).toBe('invalid_credentials');
    expect(await server.command('admin', 'list')).toContain('There is no admin yet');
    expect((await server.addAdminByCommand(email)).password).toBeTruthy();
  });

  test('signs one account out, or everyone', async ({ server }) => {
    const people = [await signedInClient(server), await signedInClient(server), await signedInClient(server)];
    expect(await server.command('admin', 'sign-out', people[0]!.user.email!)).toBe('1 session ended.\n');
    expect((await people[0]!.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await people[1]!.client.getUser()).error).toBeNull();
    await server.command('admin', 'sign-out', 'everyone');
    for (const { client } of people) expect((await client.getUser()).error).not.toBeNull();
  });
});
