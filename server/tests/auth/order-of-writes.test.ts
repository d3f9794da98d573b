import { afterAll } from 'vitest';
import { adminClient, authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { describe, expect, testStarting } from '@solostead/server-testkit/fixtures';
import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { record, type Seen, seenOf } from './seen-by-triggers.ts';

const DATA = { plan: 'gold' };
const PASSWORD = 'a passphrase of ada';

const value = 'plan';
const unverified = 'email email_verified=false phone_verified plan sub';
const verified = 'email email_verified=true phone_verified plan sub';

/** The statements of GoTrue's `signupNewUser`, `createNewIdentity`, `RemoveUnconfirmedIdentities` and `Confirm`. */
const created: readonly Seen[] = [
  ['insert', value, 0],
  ['raw_user_meta_data', unverified, 1],
];
const confirmed: readonly Seen[] = [
  ['email_confirmed_at', unverified, 1],
  ['raw_user_meta_data', verified, 1],
];
const signedIn: Seen = ['last_sign_in_at', verified, 1];

const startWith = (asks: boolean) => {
  const config = writeConfig(`[auth]
enable_signup = true
[auth.email]
enable_confirmations = ${asks}`);
  afterAll(config.remove);
  return testStarting({ env: config.env });
};

const servers = [
  ['without', false, startWith(false)],
  ['with', true, startWith(true)],
] as const;

describe.for(servers)('%s confirmations, a trigger on auth.users sees GoTrue’s order', ([, asks, test]) => {
  test.beforeAll(({ server }) => record(server));

  test('for a sign-up', async ({ server }) => {
    const email = freshEmail();
    await authClient(server).signUp({ email, password: PASSWORD, options: { data: DATA } });
    if (asks) {
      expect(await seenOf(server, email)).toEqual(created);
      const { code: token } = await codeMailTo(server, email);
      await authClient(server).verifyOtp({ type: 'signup', email, token });
    }
    expect(await seenOf(server, email)).toEqual([...created, ...confirmed, signedIn]);
  });

  test('for a user of the admin API, with and without a confirmation', async ({ server }) => {
    const { admin } = adminClient(server);
    const [later, atOnce] = [freshEmail(), freshEmail()];
    const { data } = await admin.createUser({ email: later, user_metadata: DATA });
    await admin.createUser({ email: atOnce, user_metadata: DATA, email_confirm: true });
    const made = ['insert', value, 0] as const;
    const confirmedOnly = [
      ['email_confirmed_at', value, 1],
      ['raw_user_meta_data', 'email_verified=true plan', 1],
    ];
    expect(await seenOf(server, later)).toEqual([made]);
    expect(await seenOf(server, atOnce)).toEqual([made, ...confirmedOnly]);
    await admin.updateUserById(data.user!.id, { email_confirm: true, user_metadata: { more: 1 } });
    expect(await seenOf(server, later)).toEqual([
      made,
      ['email_confirmed_at', value, 1],
      ['raw_user_meta_data', 'email_verified=true more plan', 1],
    ]);
  });

  test('for an invitation that is accepted', async ({ server }) => {
    const email = freshEmail();
    await adminClient(server).admin.inviteUserByEmail(email, { data: DATA });
    const invited = [
      ['insert', value, 0],
      ['invited_at', value, 1],
    ];
    expect(await seenOf(server, email)).toEqual(invited);
    const { code: token } = await codeMailTo(server, email);
    await authClient(server).verifyOtp({ type: 'invite', email, token });
    expect(await seenOf(server, email)).toEqual([
      ...invited,
      ['email_confirmed_at', value, 1],
      ['raw_user_meta_data', 'email_verified=true plan', 1],
      ['last_sign_in_at', 'email_verified=true plan', 1],
    ]);
  });

  test('for changes by the user and by an administrator', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    await server.sql('truncate public.seen');
    await client.updateUser({ data: DATA });
    await adminClient(server).admin.updateUserById(user.id, { user_metadata: { plan: null, team: 'b' } });
    const keys = (await seenOf(server, user.email!)).map(([event, metadata]) => [
      event,
      /plan/.test(metadata),
      /team/.test(metadata),
    ]);
    expect(keys).toEqual([
      ['raw_user_meta_data', true, false],
      ['raw_user_meta_data', false, true],
    ]);
  });
});
