import { refresh, scenarios } from '@solostead/server-testkit/auth/scenario';
import {
  PASSWORD,
  adminClient,
  authClient,
  freshEmail,
  signedInClient,
} from '@solostead/server-testkit/auth/clients';
import { describe, expect, testStarting } from '@solostead/server-testkit/fixtures';

// Its own server, because no other test has this configuration.
const test = testStarting({ env: { SUPABASE_CONFIG: 'autoconfirm.toml' } });

describe('sign-up without confirmation', () => {
  const email = freshEmail();
  scenarios(test, [
    {
      title: 'gives a session at once (contract A1.1)',
      path: '/signup',
      body: { email, password: PASSWORD, data: { a: 1 } },
      status: 200,
      body_has: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        user: {
          email,
          user_metadata: { a: 1, email_verified: true },
          email_confirmed_at: expect.any(String),
        },
      },
      rows: { users: 1, identities: 1, sessions: 1, refresh_tokens: 1 },
    },
    {
      title: 'reports that an address is registered already (contract A1.1)',
      path: '/signup',
      body: { email, password: PASSWORD },
      status: 422,
      body_has: { error_code: 'user_already_exists', msg: 'User already registered' },
    },
    {
      title: 'is reported by /settings',
      path: '/settings',
      status: 200,
      body_has: { disable_signup: false, mailer_autoconfirm: true, external: { anonymous_users: true } },
    },
  ]);

  test('leaves an invited account to the person who is invited (contract A1.12)', async ({ server }) => {
    const email = freshEmail();
    await adminClient(server).admin.inviteUserByEmail(email);
    const { data, error } = await authClient(server).signUp({ email, password: PASSWORD });
    expect([data.session, error?.code]).toEqual([null, 'user_already_exists']);
  });

  test('gives an anonymous account its address at once', async ({ server }) => {
    const client = authClient(server);
    await client.signInAnonymously();
    const newEmail = freshEmail();
    const { data } = await client.updateUser({ email: newEmail });
    expect(data.user).toMatchObject({ email: newEmail, is_anonymous: false });
  });
});

describe('a number without confirmation', () => {
  test('gives a session at once', async ({ server }) => {
    const credentials = { phone: '15550100001', password: PASSWORD };
    const { data, error } = await authClient(server).signUp(credentials);
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.user).toMatchObject({
      phone: credentials.phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone' },
    });
    expect((await authClient(server).signUp(credentials)).error?.code).toBe('user_already_exists');
  });

  test('is changed at once, with the data of the same request', async ({ server }) => {
    const { client } = await signedInClient(server);
    const { data, error } = await client.updateUser({ phone: '15550100002', data: { plan: 'a' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: '15550100002', phone_confirmed_at: expect.any(String) });
    expect(data.user?.app_metadata['providers']).toEqual(['email', 'phone']);
    expect(data.user?.user_metadata).toMatchObject({ plan: 'a' });
  });
});

describe('a change of password that requires the current one', () => {
  test('is accepted from a user who knows it', async ({ server }) => {
    const { client, password: own } = await signedInClient(server);
    const without = await client.updateUser({ password: FRESH });
    expect(without.error).toMatchObject({ status: 400, code: 'current_password_required' });
    const wrong = await client.updateUser({ password: FRESH, current_password: 'wrong' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect((await client.updateUser({ password: FRESH, current_password: own })).error).toBeNull();
  });

  test('is accepted without it in a session from a recovery mail', async ({ server }) => {
    const { user } = await signedInClient(server);
    const { data } = await adminClient(server).admin.generateLink({ type: 'recovery', email: user.email! });
    const client = authClient(server);
    await client.verifyOtp({ type: 'recovery', token_hash: data.properties!.hashed_token });
    expect((await client.updateUser({ password: FRESH })).error).toBeNull();
  });
});

describe('authenticators', () => {
  test('are limited in number, and replaced if never verified (contract A4.1)', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    const enrol = async (friendlyName: string) =>
      (await client.mfa.enroll({ factorType: 'totp', friendlyName })).error;
    expect([await enrol('one'), await enrol('two')]).toEqual([null, null]);
    expect(await enrol('three')).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    await server.sql(
      `update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`,
      [user.id],
    );
    expect(await enrol('one')).toBeNull();
  });
});

test('a refresh token without a grace period ends its session at a later use', async ({ server }) => {
  const { client } = await signedInClient(server);
  const { refresh_token: first } = (await client.getSession()).data.session!;
  await refresh(server, (await refresh(server, first)).body['refresh_token']);
  expect((await refresh(server, first)).body).toMatchObject({ error_code: 'refresh_token_already_used' });
});

const FRESH = 'another fine passphrase';
