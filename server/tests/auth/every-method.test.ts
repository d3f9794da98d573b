import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { bearerOf } from '../harness/auth/second-factor.ts';
import { adminClient, authClient, freshEmail, signedInClient } from '../harness/auth/clients.ts';
import { totp } from '../harness/identity/totp.ts';
import { describe, expect, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'everything.toml' } });
let person: GoTrueClient;
let anonymous: GoTrueClient;
let admin: GoTrueClient['admin'];

test.beforeAll(async ({ server }) => {
  const made = await signedInClient(server, freshEmail(), { ...options, flowType: 'pkce' });
  person = made.client;
  email = made.user.email!;
  userId = made.user.id;
  anonymous = authClient(server, options);
  ({ admin } = adminClient(server));
});

describe('each method of the client that reaches a server', () => {
  test('without a session is answered, or refused for its parameters', async ({ server }) => {
    const refused = await refusedOf({
      signUp: () => anonymous.signUp({ email: freshEmail(), password: PASSWORD }),
      signInAnonymously: () => anonymous.signInAnonymously(),
      signInWithPassword: () => anonymous.signInWithPassword({ email, password: 'wrong' }),
      signInWithOtp: () => anonymous.signInWithOtp({ phone: PHONE }),
      verifyOtp: () => anonymous.verifyOtp({ phone: PHONE, token: '123456', type: 'sms' }),
      resetPasswordForEmail: () => anonymous.resetPasswordForEmail(freshEmail()),
      resend: () => anonymous.resend({ type: 'signup', email: freshEmail() }),
      signInWithOAuth: () => anonymous.signInWithOAuth({ provider: 'github', options: noBrowser }),
      signInWithIdToken: () => anonymous.signInWithIdToken({ provider: 'google', token: 'x' }),
      signInWithSSO: () => anonymous.signInWithSSO({ domain: 'unknown.example' }),
      signInWithWeb3: () =>
        anonymous.signInWithWeb3({ chain: 'solana', message: 'x', signature: new Uint8Array(64) }),
      exchangeCodeForSession: () => authClient(server).exchangeCodeForSession('x'),
      'passkey.startAuthentication': () => anonymous.passkey.startAuthentication(),
      'passkey.verifyAuthentication': () =>
        anonymous.passkey.verifyAuthentication({ challengeId: id, credential }),
    });
    expect(refused).toEqual({
      signInWithPassword: 'invalid_credentials',
      signInWithIdToken: 'provider_disabled',
      signInWithSSO: 'sso_provider_not_found',
      signInWithWeb3: 'validation_failed',
      exchangeCodeForSession: 'validation_failed',
      'passkey.verifyAuthentication': 'webauthn_challenge_not_found',
    });
  });

  test('with a session is answered, or refused for its parameters', async () => {
    const { mfa } = person;
    let factorId = '';
    let challengeId = '';
    let secret = '';
    const refused = await refusedOf({
      getUser: () => person.getUser(),
      getClaims: () => person.getClaims(),
      updateUser: () => person.updateUser({ data: { a: 1 } }),
      reauthenticate: () => person.reauthenticate(),
      refreshSession: () => person.refreshSession(),
      setSession: async () => person.setSession((await person.getSession()).data.session!),
      getUserIdentities: () => person.getUserIdentities(),
      linkIdentity: () => person.linkIdentity({ provider: 'github', options: noBrowser }),
      unlinkIdentity: async () =>
        person.unlinkIdentity((await person.getUserIdentities()).data!.identities[0]!),
      'passkey.startRegistration': () => person.passkey.startRegistration(),
      'passkey.verifyRegistration': () => person.passkey.verifyRegistration({ challengeId: id, credential }),
      'passkey.list': () => person.passkey.list(),
      'passkey.update': () => person.passkey.update({ passkeyId: id, friendlyName: 'x' }),
      'passkey.delete': () => person.passkey.delete({ passkeyId: id }),
      'mfa.enroll': async () => {
        const { data, error } = await mfa.enroll({ factorType: 'totp' });
        factorId = data!.id;
        ({ secret } = data!.totp);
        return { error };
      },
      'mfa.challenge': async () => {
        const { data, error } = await mfa.challenge({ factorId });
        challengeId = data!.id;
        return { error };
      },
      'mfa.verify': () => mfa.verify({ factorId, challengeId, code: totp(secret) }),
      'mfa.challengeAndVerify': () => mfa.challengeAndVerify({ factorId, code: totp(secret, 1) }),
      'mfa.listFactors': () => mfa.listFactors(),
      'mfa.getAuthenticatorAssuranceLevel': () => mfa.getAuthenticatorAssuranceLevel(),
      'mfa.recoveryCodes.generate': () => mfa.recoveryCodes.generate(),
      'mfa.recoveryCodes.getStatus': () => mfa.recoveryCodes.getStatus(),
      'mfa.recoveryCodes.regenerate': () => mfa.recoveryCodes.regenerate(),
      'mfa.recoveryCodes.verify': () => mfa.recoveryCodes.verify({ code: 'aaaabbbbccccdddd' }),
      'mfa.recoveryCodes.unenroll': () => mfa.recoveryCodes.unenroll(),
      'mfa.unenroll': () => mfa.unenroll({ factorId }),
    });
    expect(refused).toEqual({
      unlinkIdentity: 'single_identity_not_deletable',
      'passkey.verifyRegistration': 'webauthn_challenge_not_found',
      'passkey.update': 'validation_failed',
      'passkey.delete': 'validation_failed',
      'mfa.recoveryCodes.verify': 'mfa_verification_failed',
    });
  });

  test('with the secret key is answered, or refused for its parameters', async () => {
    const [known, newEmail] = [freshEmail(), freshEmail()];
    const refused = await refusedOf({
      createUser: () => admin.createUser({ email: known, email_confirm: true }),
      listUsers: () => admin.listUsers(),
      getUserById: () => admin.getUserById(userId),
      updateUserById: () => admin.updateUserById(userId, { user_metadata: { b: 1 } }),
      inviteUserByEmail: () => admin.inviteUserByEmail(freshEmail()),
      'generateLink signup': () =>
        admin.generateLink({ type: 'signup', email: freshEmail(), password: PASSWORD }),
      'generateLink invite': () => admin.generateLink({ type: 'invite', email: freshEmail() }),
      'generateLink magiclink': () => admin.generateLink({ type: 'magiclink', email: known }),
      'generateLink recovery': () => admin.generateLink({ type: 'recovery', email: known }),
      'generateLink current': () =>
        admin.generateLink({ type: 'email_change_current', email: known, newEmail }),
      'generateLink new': () => admin.generateLink({ type: 'email_change_new', email: known, newEmail }),
      'mfa.listFactors': () => admin.mfa.listFactors({ userId }),
      'mfa.deleteFactor': () => admin.mfa.deleteFactor({ userId, id }),
      'passkey.listPasskeys': () => admin.passkey.listPasskeys({ userId }),
      'passkey.deletePasskey': () => admin.passkey.deletePasskey({ userId, passkeyId: id }),
      signOut: async () => admin.signOut(await bearerOf(person)),
      deleteUser: () => admin.deleteUser(userId),
    });
    expect(refused).toEqual({
      'mfa.deleteFactor': 'mfa_factor_not_found',
      'passkey.deletePasskey': 'validation_failed',
    });
  });
});

const options = { experimental: { recoveryCodes: true, passkey: true } } as const;
const PASSWORD = 'quite a fine passphrase';

let email = '';
let userId = '';

type Calls = Readonly<Record<string, () => Promise<{ error: AuthError | Error | null }>>>;

/** Runs calls one after the other and returns the codes of refused ones. */
async function refusedOf(calls: Calls): Promise<Record<string, unknown>> {
  const refused: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { error } = await call();
    if (error) refused[name] = (error as AuthError).code;
  }
  return refused;
}

const PHONE = '15551234567';
const id = crypto.randomUUID();
const noBrowser = { skipBrowserRedirect: true };
const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} } as never;
