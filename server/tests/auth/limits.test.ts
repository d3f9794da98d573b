import { knownPassword } from '@solostead/server-testkit/servers/keys';
import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { send } from '@solostead/server-testkit/auth/scenario';
import { putCodes, recoveryOption, verified } from '@solostead/server-testkit/auth/second-factor';
import { totp } from '@solostead/server-testkit/identity/totp';
import { adminClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { askForRecovery, caller, exceed, expectRefusal } from '@solostead/server-testkit/auth/callers';
import { describe, expect, testPublic as test } from '@solostead/server-testkit/fixtures';

describe('per account', () => {
  test('refuses a caller after ten wrong passwords, while others can sign in', async ({ server }) => {
    const email = freshEmail();
    await server.addUser(email);
    const headers = caller();
    const signIn = (password: string, from = headers) =>
      send(server, { path: '/token?grant_type=password', body: { email, password }, headers: from });
    // At once, because each could be checked before the others are counted.
    const answers = await Promise.all(Array.from({ length: 15 }, (_, count) => signIn(`wrong ${count}`)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expectRefusal(await signIn(PASSWORD));
    expect((await signIn(PASSWORD, caller())).status).toBe(200);
  });

  test('limits an unknown address in the same way', async ({ server }) => {
    const headers = caller();
    const body = { email: 'unknown@example.org', password: 'x' };
    const ask = () => send(server, { path: '/token?grant_type=password', body, headers });
    expect((await ask()).status).toBe(400);
    await server.sql(`update auth.rate_limits set points = 10 where key like 'password_failures_caller%'`);
    expectRefusal(await ask());
  });

  test('refuses after twenty wrong mailed codes from all callers together', async ({ server }) => {
    const email = freshEmail();
    const { data } = await adminClient(server).admin.generateLink({ type: 'invite', email });
    const verify = (token: string) =>
      send(server, { path: '/verify', body: { type: 'invite', email, token }, headers: caller() });
    const { within, over } = await exceed(20, () => verify('000000'));
    expect(within.every(({ status }) => status === 403)).toBe(true);
    expectRefusal(over);
    expectRefusal(await verify(data.properties!.email_otp));
  });

  test('does not count correct codes', async ({ server }) => {
    const counted = () =>
      server.sql(`select key, points from auth.rate_limits where key like 'code_failures%' and points > 0`);
    const [email, before] = [freshEmail(), await counted()];
    const { data } = await adminClient(server).admin.generateLink({ type: 'magiclink', email });
    const body = { type: data.properties!.verification_type, email, token: data.properties!.email_otp };
    expect((await send(server, { path: '/verify', body, headers: caller() })).status).toBe(200);
    expect(await counted()).toEqual(before);
  });

  test('refuses after ten wrong authenticator codes and recovery codes together', async ({ server }) => {
    const headers = { apikey: server.publishableKey, ...caller() };
    const { client, factorId, secret, user } = await verified(server, { headers, ...recoveryOption });
    const { codes } = await putCodes(server, user.id);
    for (let count = 0; count < 5; count += 1) {
      const app = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
      const code = await client.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc-dddd' });
      expect([app.error?.code, code.error?.code]).toEqual([
        'mfa_verification_failed',
        'mfa_verification_failed',
      ]);
    }
    const [unspent = ''] = codes;
    expect((await client.mfa.recoveryCodes.verify({ code: unspent })).error).toMatchObject({
      status: 429,
      code: 'mfa_recovery_codes_locked',
    });
    const app = await client.mfa.challengeAndVerify({ factorId, code: totp(secret, 1) });
    expect(app.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    // Another account verifies its code from the same address.
    await verified(server, { headers });
  });
});

test('locks an account after wrong passwords from ten networks, and not before', async ({ server }) => {
  const email = freshEmail();
  await server.addUser(email);
  const signIn = (password: string, address: string) =>
    send(server, {
      path: '/token?grant_type=password',
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  const guesses = (network: number, host: number, count: number) =>
    Promise.all(Array.from({ length: count }, () => signIn('wrong', `203.${network}.7.${host}`)));
  const statuses = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).toSorted();
  for (let network = 1; network <= 10; network += 1) {
    expect((await signIn(PASSWORD, `203.100.${network}.1`)).status).toBe(200);
    expect(statuses(await guesses(network, 1, 11))).toEqual([...Array(10).fill(400), 429]);
    expect(statuses(await guesses(network, 2, 10))).toEqual(Array(10).fill(400));
    expect(statuses(await guesses(network, 3, 1))).toEqual([429]);
  }
  expectRefusal(await signIn(PASSWORD, '203.100.11.1'));
});

describe('an account that two hundred wrong passwords have locked', () => {
  test.for(['code', 'opened link'] as const)('is unlocked by its %s', async (which, { server }) => {
    const email = freshEmail();
    await server.addUser(email);
    const signIn = (password: string, headers = caller()) =>
      send(server, { path: '/token?grant_type=password', body: { email, password }, headers });
    await server.sql(`delete from auth.rate_limits where key like 'password_failures_everyone%'`);
    expect((await signIn('wrong')).status).toBe(400);
    await server.sql(`update auth.rate_limits set points = 199 where key like 'password_failures_everyone%'`);
    expect((await signIn('wrong')).status).toBe(400);
    expectRefusal(await signIn(PASSWORD));
    await askForRecovery(server, email);
    const { code, link } = await codeMailTo(server, email);
    const headers = caller();
    if (which === 'opened link') {
      const opened = await fetch(link, { redirect: 'manual', headers });
      expect(opened.headers.get('location')).toContain('access_token');
    } else {
      const body = { type: 'recovery', email, token: code };
      expect((await send(server, { path: '/verify', body, headers })).status).toBe(200);
    }
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});

test('counters contain no names or addresses', async ({ server }) => {
  const rows = await server.sql('select key from auth.rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[a-z0-9_]+:[A-Za-z0-9_-]{43}$/);
});

const { password: PASSWORD } = knownPassword;
