import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { send } from '@solostead/server-testkit/auth/scenario';
import {
  PASSWORD,
  admin,
  authClient,
  freshEmail,
  signedInClient,
  newUser,
} from '@solostead/server-testkit/auth/clients';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

describe('GET, PUT and DELETE /admin/users/{id} (contract A7.3)', () => {
  test('returns the created user', async ({ server }) => {
    const user = await newUser(server, { user_metadata: { a: 1 } });
    expect((await admin(server).getUserById(user.id)).data.user).toEqual(user);
  });

  test('answers 404 for an unknown user', async ({ server }) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      const path = `/admin/users/${crypto.randomUUID()}`;
      const unknown = await send(server, { method, path, as: 'secret', body });
      expect(unknown).toMatchObject({ status: 404, body: { error_code: 'user_not_found' } });
    }
    const none = await send(server, { path: '/admin/users/x', as: 'secret' });
    expect(none).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } });
  });

  test('changes an address and its identity, and voids links mailed before', async ({ server }) => {
    const [user, email] = [await newUser(server), freshEmail()];
    const recovery = await admin(server).generateLink({ type: 'recovery', email: user.email! });
    const { data } = await admin(server).updateUserById(user.id, { email, email_confirm: true });
    expect(data.user).toMatchObject({ email, identities: [{ email }] });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const token_hash = recovery.data.properties!.hashed_token;
    const { error } = await authClient(server).verifyOtp({ type: 'recovery', token_hash });
    expect(error?.code).toBe('otp_expired');
    const other = await newUser(server);
    expect((await admin(server).updateUserById(other.id, { email })).error?.code).toBe('email_exists');
  });

  test('sets a password, bans and lifts the ban', async ({ server }) => {
    const user = await newUser(server, { email_confirm: true, password: PASSWORD });
    const client = authClient(server);
    const signIn = (secret: string) => client.signInWithPassword({ email: user.email!, password: secret });
    await admin(server).updateUserById(user.id, {
      password: 'another fine passphrase',
      ban_duration: '1h30m',
    });
    expect((await signIn('another fine passphrase')).error?.code).toBe('user_banned');
    await admin(server).updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn('another fine passphrase')).error).toBeNull();
    expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await admin(server).updateUserById(user.id, { password: 'short' })).error?.code).toBe(
      'weak_password',
    );
  });

  test('ends the sessions with a new password', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    const changed = await admin(server).updateUserById(user.id, { password: 'another fine passphrase' });
    expect(changed.error).toBeNull();
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('deletes an account with all its data', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    expect((await admin(server).deleteUser(user.id)).error).toBeNull();
    expect((await client.getUser()).error?.code).toBe('user_not_found');
    for (const table of ['identities', 'sessions']) {
      expect(await server.sql(`select 1 from auth.${table} where user_id = $1`, [user.id])).toEqual([]);
    }
  });

  test('soft deletion removes personal data, links and passkeys', async ({ server }) => {
    const { client, user, password } = await signedInClient(server);
    const other = authClient(server, { flowType: 'pkce' });
    await other.signInWithOtp({ email: user.email! });
    const { link } = await codeMailTo(server, user.email!);
    const back = await fetch(link, { redirect: 'manual' });
    const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
    await server.sql(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type)
       values ($1, gen_random_uuid()::text::bytea, '', 'none')`,
      [user.id],
    );
    await server.sql(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
       values (gen_random_uuid(), $1::uuid, 'recovery_token', $1::uuid::text, $2)`,
      [user.id, user.email],
    );
    await admin(server).deleteUser(user.id, true);
    const [row] = await server.sql('select * from auth.users where id = $1', [user.id]);
    expect(row!['deleted_at']).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(user.email);
    expect((await client.getUser()).error).not.toBeNull();
    const gone = await other.signInWithPassword({ email: user.email!, password });
    expect(gone.error?.code).toBe('invalid_credentials');
    expect((await newUser(server, { email: user.email })).email).toBe(user.email);
    expect((await other.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    for (const table of ['webauthn_credentials', 'one_time_tokens', 'flow_state'])
      expect(await server.sql(`select 1 from auth.${table} where user_id = $1`, [user.id])).toEqual([]);
  });
});
