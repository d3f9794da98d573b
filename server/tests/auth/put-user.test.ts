import { bearerOf } from '@solostead/server-testkit/auth/second-factor';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { codeMailTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import { refusals, type Scenario, scenarios } from '@solostead/server-testkit/auth/scenario';
import {
  authClient,
  freshEmail,
  signedInClient,
  signInElsewhere,
} from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('user_metadata', () => {
  test('of a sign-up at the limit can be changed unless it grows', async ({ server }) => {
    const [email, data] = [freshEmail(), { one: 'x'.repeat(4_000), two: 'y'.repeat(60) }];
    const client = authClient(server);
    await client.signUp({ email, password: FRESH, options: { data } });
    const { code } = await codeMailTo(server, email);
    await client.verifyOtp({ email, token: code, type: 'signup' });
    const shorter = await client.updateUser({ data: { two: 'z' } });
    expect(shorter.data.user?.user_metadata).toMatchObject({ one: data.one, two: 'z', email });
    expect((await client.updateUser({ data: { two: 'yy' } })).error?.code).toBe('validation_failed');
  });
});

describe('PUT /user (contract A3.2)', () => {
  type Definition = Omit<Scenario, 'title' | 'path'>;
  type Signed = Awaited<ReturnType<typeof signedInClient>>;
  /** A scenario of a signed-in person. */
  const mine = (
    title: string,
    scenario: Definition | ((server: TestServer, person: Signed) => Definition | Promise<Definition>),
  ) => ({
    title,
    of: async ({ server }: { server: TestServer }) => {
      const person = await signedInClient(server);
      const definition = typeof scenario === 'function' ? await scenario(server, person) : scenario;
      return { method: 'PUT', path: '/user', as: await bearerOf(person.client), ...definition };
    },
  });

  scenarios(test, [
    mine('merges data', { body: { data: { a: 1 } }, status: 200, body_has: { user_metadata: { a: 1 } } }),
    ...refusals({ path: '/user' }, [
      ['refuses a weak password', { password: 'password123' }, 422, 'weak_password'],
      [
        'refuses a wrong present password',
        { password: FRESH, current_password: 'wrong' },
        400,
        'current_password_invalid',
      ],
    ]).map(({ title, ...definition }) => mine(title, definition)),
    mine('ignores members that are none of its business', {
      body: { role: 'service_role', is_super_admin: true, aud: 'x' },
      status: 200,
      body_has: { role: 'authenticated', aud: 'authenticated' },
    }),
    mine('refuses an address that another user has', async (server) => ({
      body: { email: (await signedInClient(server)).user.email },
      status: 422,
      body_has: { error_code: 'email_exists' },
    })),
    mine('refuses the password one has', async (_server, { password }) => ({
      body: { password },
      status: 422,
      body_has: {
        error_code: 'same_password',
        msg: 'New password should be different from the old password.',
      },
    })),
  ]);

  test('ends the other sessions with the password, and notifies the holder', async ({ server }) => {
    const { client, user, password } = await signedInClient(server);
    const elsewhere = await signInElsewhere(server, { user, password });
    expect((await client.updateUser({ password: FRESH, current_password: password })).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.getUser()).error).toBeNull();
    const old = await authClient(server).signInWithPassword({ email: user.email!, password });
    expect(old.error?.code).toBe('invalid_credentials');
    expect((await mailTo(server, user.email!)).subject).toBe('Your password was changed');
  });

  test('refuses a new password from a session that ended while the request waited', async ({ server }) => {
    const { client, user, password } = await signedInClient(server);
    const owner = await holdRows(server, 'select from auth.users where id = $1 for update', [user.id]);
    const change = client.updateUser({ password: FRESH });
    await lockWaits(server);
    await owner.query('delete from auth.sessions where user_id = $1', [user.id]);
    await owner.query('commit');
    expect((await change).error?.name).toBe('AuthSessionMissingError');
    const signedIn = await authClient(server).signInWithPassword({ email: user.email!, password });
    expect(signedIn.error).toBeNull();
  });

  test('lists the other sign-in methods in its notice', async ({ server }) => {
    const { client, user, password } = await signedInClient(server);
    await server.sql(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1, 'google', $2, jsonb_build_object('sub', $2::text))`,
      [user.id, crypto.randomUUID()],
    );
    await server.sql(
      `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, friendly_name)
       values (gen_random_uuid(), $1, $2, 'key', 'Laptop')`,
      [user.id, Buffer.from(crypto.randomUUID())],
    );
    expect((await client.updateUser({ password: FRESH, current_password: password })).error).toBeNull();
    const { text, html } = await mailTo(server, user.email!);
    const sentence =
      'These sign in without it: google, 1 passkey. Remove those you do not know on your account page.';
    expect(text).toContain(sentence);
    expect(html).toContain(sentence);
  });

  test('requires a mailed code a day later, once (contract A1.10)', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    await server.sql(`update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
      user.id,
    ]);
    const change = async (password: string, nonce?: string) =>
      (await client.updateUser({ password, nonce })).error;
    expect(await change(FRESH)).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const refusal = { status: 422, code: 'reauthentication_not_valid' };
    expect(await change(FRESH, '000000')).toMatchObject(refusal);
    expect((await client.reauthenticate()).error).toBeNull();
    const { code } = await codeMailTo(server, user.email!);
    expect(await change(FRESH, code)).toBeNull();
    expect(await change(`${FRESH} two`, code)).toMatchObject(refusal);
  });
});

const FRESH = 'another fine passphrase';
