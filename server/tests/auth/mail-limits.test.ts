import { afterAll } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { knownPassword } from '@solostead/server-testkit/servers/keys';
import { codeMailTo, mailsTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import { send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import {
  askFor,
  askForRecovery,
  caller,
  exceed,
  expectRefusal,
  forgetPauses,
} from '@solostead/server-testkit/auth/callers';
import { describe, expect, type TestServer, testStarting } from '@solostead/server-testkit/fixtures';

/** The mails an hour that a caller, an account, the secret key and all addresses without an account may request. */
const PER_HOUR = 6;
const config = writeConfig(`[auth.email]
enable_confirmations = true
max_frequency = "60s"
[auth.rate_limit]
email_sent = ${PER_HOUR}`);
// Its own server, because no other test has this configuration.
const test = testStarting({ env: { ...config.env, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });
afterAll(config.remove);
const { password: PASSWORD } = knownPassword;

describe('mails (contract A0.6)', () => {
  test.for([
    ['known', true],
    ['unknown', false],
  ])('are limited to one a minute for a %s address', async ([_which, isKnown], { server }) => {
    const email = freshEmail();
    if (isKnown) await server.addUser(email);
    const ask = () => send(server, { path: '/recover', body: { email }, headers: caller() });
    expect((await ask()).text).toBe('{}');
    const second = await ask();
    expectRefusal(second, 'over_email_send_rate_limit');
    expect(second.body['msg']).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
  });

  test.for([
    ['known', true],
    ['unknown', false],
  ])(
    'are limited to ten an hour for a %s address, from all callers together, and the last one stays valid in any browser',
    async ([_which, isKnown], { server }) => {
      const email = freshEmail();
      if (isKnown) await server.addUser(email);
      for (let count = 1; count < 10; count += 1)
        expect((await askForRecovery(server, email)).text).toBe('{}');
      if (isKnown) await mailTo(server, email, 9);
      await forgetPauses(server);
      const asking = authClient(server, { flowType: 'pkce', headers: headersOf(server, caller()) });
      expect((await asking.resetPasswordForEmail(email)).error).toBeNull();
      for (const path of ['/recover', '/otp'])
        expectRefusal(await askFor(server, path, email), 'over_email_send_rate_limit');
      if (!isKnown) {
        expect(await mailsTo(server, email)).toEqual([]);
        return;
      }
      const { hash } = await codeMailTo(server, email, 10);
      expect(hash).toMatch(/^pkce_/);
      expect(await mailsTo(server, email)).toHaveLength(10);
      const another = authClient(server, { headers: headersOf(server, caller()) });
      const { data } = await another.verifyOtp({ type: 'recovery', token_hash: hash });
      expect(data.user?.email).toBe(email);
    },
  );

  test('that an account does not get are not counted for those that it gets', async ({ server }) => {
    const email = freshEmail();
    await server.addUser(email);
    for (const type of ['signup', 'email_change']) {
      for (let count = 0; count < 6; count += 1) {
        await forgetPauses(server);
        await send(server, { path: '/resend', body: { type, email }, headers: caller() });
      }
    }
    expect((await askForRecovery(server, email)).status).toBe(200);
    expect((await mailTo(server, email)).subject).toBe('Choose a new password');
  });

  test('of one caller do not use up those of others, members or the secret key', async ({ server }) => {
    const flooder = caller();
    const { within, over } = await exceed(PER_HOUR, () => askForRecovery(server, freshEmail(), flooder));
    expect(within.filter(({ status }) => status === 429)).toEqual([]);
    expectRefusal(over, 'over_email_send_rate_limit');
    // From many addresses, to one account.
    const known = freshEmail();
    await server.addUser(known);
    for (let count = 0; count < PER_HOUR + 2; count += 1) await askForRecovery(server, known);

    const email = freshEmail();
    const { client } = await signedInClient(server, email, { headers: headersOf(server, caller()) });
    expect((await askForRecovery(server, email)).status).toBe(200);
    expect((await mailTo(server, email)).subject).toBe('Choose a new password');
    expect((await client.reauthenticate()).error).toBeNull();
    expect((await adminClient(server).admin.inviteUserByEmail(freshEmail())).error).toBeNull();
  });
});

// Sign-up is open on this server and numbers are off, unlike on the shared ones.
test('a sign-up by phone is refused while numbers are off (contract A1.2)', async ({ server }) => {
  const body = { phone: '+15551234567', password: PASSWORD };
  expect(await send(server, { path: '/signup', body, headers: caller() })).toMatchObject({
    status: 400,
    body: { error_code: 'phone_provider_disabled', msg: 'Phone signups are disabled' },
  });
});

describe('links that were never mailed', () => {
  // More than any limit that callers share.
  test('do not block a valid link, even 125 from many callers', async ({ server }) => {
    const email = freshEmail();
    await server.addUser(email);
    await askForRecovery(server, email);
    const { hash } = await codeMailTo(server, email);
    const body = { type: 'recovery', token_hash: 'a'.repeat(56) };
    for (let batch = 0; batch < 5; batch += 1) {
      const headers = caller();
      const wrong = Array.from({ length: 25 }, () => send(server, { path: '/verify', body, headers }));
      for (const { status } of await Promise.all(wrong)) expect(status).toBe(403);
    }
    const right = { type: 'recovery', token_hash: hash };
    expect((await send(server, { path: '/verify', body: right, headers: caller() })).status).toBe(200);
  });
});

describe('a sign-up that the limit of one mail a minute refuses (contract A1.12)', () => {
  test.for([
    ['drops the password of an earlier sign-up with another one', 'a passphrase of an attacker', false],
    ['keeps the password of an earlier sign-up with the same one', PASSWORD, true],
  ] as const)('%s', async ([_what, earlier, isUnchanged], { server }) => {
    await server.sql(`delete from auth.rate_limits where key ~ '^email_(?!frequency)'`);
    const email = freshEmail();
    const client = authClient(server, { headers: headersOf(server, caller()) });
    await client.signUp({ email, password: earlier });
    const { hash } = await codeMailTo(server, email);
    const refused = await client.signUp({ email, password: PASSWORD });
    expect(refused.error?.code).toBe('over_email_send_rate_limit');
    const password = async () =>
      (await server.sql('select encrypted_password from auth.users where email = $1', [email]))[0];
    const expected = { encrypted_password: isUnchanged ? expect.any(String) : null };
    await expect.poll(password).toEqual(expected);
    expect((await client.verifyOtp({ type: 'signup', token_hash: hash })).error).toBeNull();
    const { error } = await client.signInWithPassword({ email, password: earlier });
    expect(error?.code).toBe(isUnchanged ? undefined : 'invalid_credentials');
  });
});

describe('mails to addresses without an account', () => {
  const known = freshEmail();
  const signUp = (server: TestServer, email: string) =>
    send(server, { path: '/signup', body: { email, password: PASSWORD }, headers: caller() });
  const accounts = async (server: TestServer, email: string) =>
    (await server.sql('select 1 from auth.users where email = $1', [email])).length;

  test.beforeAll(async ({ server }) => {
    await server.sql(`delete from auth.rate_limits where key ~ '^email_(?!frequency)'`);
    await server.addUser(known);
    for (let count = 0; count < PER_HOUR; count += 1)
      expect((await signUp(server, freshEmail())).status).toBe(200);
  });

  test('share one limit, beyond which every sign-up gets the same refusal', async ({ server }) => {
    for (const email of [freshEmail(), known]) {
      expectRefusal(await signUp(server, email), 'over_email_send_rate_limit');
      expect(await accounts(server, email)).toBe(email === known ? 1 : 0);
    }
  });

  test('do not use up the mails of accounts, and do not reveal accounts', async ({ server }) => {
    const unknown = freshEmail();
    for (const path of ['/otp', '/recover']) {
      for (const email of [unknown, known]) expect((await askFor(server, path, email)).text).toBe('{}');
    }
    const subjects = [await mailTo(server, known), await mailTo(server, known, 2)].map(
      ({ subject }) => subject,
    );
    expect(subjects.toSorted()).toEqual(['Choose a new password', 'Your sign-in link']);
    expect(await mailsTo(server, unknown)).toEqual([]);
    expect(await accounts(server, unknown)).toBe(0);
  });
});

const headersOf = (server: TestServer, from: Record<string, string>) => ({
  apikey: server.publishableKey,
  ...from,
});
