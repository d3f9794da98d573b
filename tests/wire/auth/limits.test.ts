import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/server.ts';
import { send, type Answer } from './scenario.ts';
import { totp } from './totp.ts';
import { adminClient, authClient, freshEmail } from './ways-in/clients.ts';

const password = 'quite a fine passphrase';
let server: TestServer;

beforeAll(async () => {
  // The product's own settings, limits on; a proxy on loopback tells one caller from another.
  server = await startServer({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
afterAll(() => server.stop());

let callers = 0;
/** Headers of a caller nobody has seen before. */
const caller = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${(callers += 1)}` });

/** Sends until `limit` requests are answered, then one more. */
async function exceed(
  limit: number,
  request: (count: number) => Promise<Answer>,
): Promise<{ within: Answer[]; over: Answer }> {
  const within: Answer[] = [];
  for (let count = 0; count < limit; count += 1) within.push(await request(count));
  return { within, over: await request(limit) };
}

function expectRefusal(answer: Answer, code = 'over_request_rate_limit'): void {
  expect(answer).toMatchObject({ status: 429, body: { error_code: code } });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3600);
}

describe('per address of the caller', () => {
  test.each([
    ['sign-ins', 30, { path: '/token?grant_type=password', body: { email: '#', password: 'x' } }],
    ['refreshes', 150, { path: '/token?grant_type=refresh_token', body: { refresh_token: 'a'.repeat(12) } }],
    ['verifications', 30, { path: '/verify', body: { type: 'signup', token_hash: 'x' } }],
    ['recoveries', 30, { path: '/recover', body: { email: 'x' } }],
  ])('%s: the %ith is answered, the next is told when to come again', async (_what, limit, request) => {
    const headers = caller();
    const { within, over } = await exceed(limit, (count) =>
      // Another account each time, so that only the caller is counted.
      send(server, { ...request, body: JSON.stringify(request.body).replace('#', `a${count}`), headers }),
    );
    expect(within.filter(({ status }) => status === 429)).toHaveLength(0);
    expectRefusal(over);
    expect((await send(server, { ...request, headers: caller() })).status).not.toBe(429);
  });

  test('IPv6 callers are counted by network, and sign-ins and recoveries together', async () => {
    let last = 0;
    const headers = () => ({ 'x-forwarded-for': `2001:db8:1:2::${(last += 1).toString(16)}` });
    const request = { path: '/recover', body: { email: 'x' } };
    const { over } = await exceed(30, () => send(server, { ...request, headers: headers() }));
    expectRefusal(over);
    const signIn = { path: '/token?grant_type=password', body: { email: 'x', password: 'x' } };
    expectRefusal(await send(server, { ...signIn, headers: headers() }));
    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' };
    expect((await send(server, { ...request, headers: neighbour })).status).toBe(400);
  });

  test('the client hears a code it can act on', async () => {
    const headers = caller();
    await exceed(30, () => send(server, { path: '/recover', body: { email: 'x' }, headers }));
    const client = authClient(server, { headers: { apikey: server.publishableKey, ...headers } });
    const { error } = await client.resetPasswordForEmail('x@example.org');
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });
});

describe('per account', () => {
  test('ten wrong passwords from one place, then none is tried; elsewhere the holder gets in', async () => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password, email_confirm: true });
    const headers = caller();
    const guess = (secret: string, from = headers) =>
      send(server, { path: '/token?grant_type=password', body: { email, password: secret }, headers: from });
    const { within, over } = await exceed(10, () => guess('wrong'));
    expect(within.every(({ status }) => status === 400)).toBe(true);
    expectRefusal(over);
    expectRefusal(await guess(password));
    expect((await guess(password, caller())).status).toBe(200);
  });

  test('ten wrong passwords at once, however many are tried', async () => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password, email_confirm: true });
    const headers = caller();
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, count) =>
        send(server, {
          path: '/token?grant_type=password',
          body: { email, password: `wrong ${count}` },
          headers,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('an unknown address is braked no differently', async () => {
    const headers = caller();
    const body = { email: 'nobody@example.org', password: 'x' };
    const { over } = await exceed(10, () =>
      send(server, { path: '/token?grant_type=password', body, headers }),
    );
    expectRefusal(over);
  });

  test('ten wrong mailed codes, from anywhere', async () => {
    const email = freshEmail();
    const { data } = await adminClient(server).admin.generateLink({ type: 'invite', email });
    const verify = (token: string) =>
      send(server, { path: '/verify', body: { type: 'invite', email, token }, headers: caller() });
    const { within, over } = await exceed(10, () => verify('000000'));
    expect(within.every(({ status }) => status === 403)).toBe(true);
    expectRefusal(over);
    expectRefusal(await verify(data.properties!.email_otp));
  });

  test('ten wrong mailed codes at once, however many are tried', async () => {
    const email = freshEmail();
    const { data } = await adminClient(server).admin.generateLink({ type: 'invite', email });
    const right = Number(data.properties!.email_otp);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, count) => {
        const token = String((right + 1 + count) % 1_000_000).padStart(6, '0');
        return send(server, { path: '/verify', body: { type: 'invite', email, token }, headers: caller() });
      }),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('right codes count for nothing', async () => {
    const email = freshEmail();
    for (let count = 0; count < 12; count += 1) {
      const { data } = await adminClient(server).admin.generateLink({ type: 'magiclink', email });
      const body = { type: 'magiclink', email, token: data.properties!.email_otp };
      expect((await send(server, { path: '/verify', body, headers: caller() })).status).toBe(200);
    }
  });

  test('ten wrong authenticator codes', async () => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password, email_confirm: true });
    const client = authClient(server, { headers: { apikey: server.publishableKey, ...caller() } });
    await client.signInWithPassword({ email, password });
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const factorId = data!.id;
    for (let count = 0; count < 10; count += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
      expect(error?.code).toBe('mfa_verification_failed');
    }
    const right = await client.mfa.challengeAndVerify({ factorId, code: totp(data!.totp!.secret) });
    expect(right.error).toMatchObject({ status: 429 });
  });
});

describe('mails', () => {
  test.each([
    ['known', true],
    ['unknown', false],
  ])('one a minute to a %s address', async (_which, isKnown) => {
    const email = freshEmail();
    if (isKnown) await adminClient(server).admin.createUser({ email, password, email_confirm: true });
    const ask = () => send(server, { path: '/recover', body: { email }, headers: caller() });
    expect((await ask()).text).toBe('{}');
    const second = await ask();
    expectRefusal(second, 'over_email_send_rate_limit');
    expect(second.body['msg']).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
  });

  test('thirty an hour in all', async () => {
    await server.sql(`delete from auth.rate_limits where key like 'email_sent%'`);
    const { admin } = adminClient(server);
    for (let count = 0; count < 30; count += 1) {
      expect((await admin.inviteUserByEmail(freshEmail())).error).toBeNull();
    }
    const over = await admin.inviteUserByEmail(freshEmail());
    expect(over.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    const recovery = { path: '/recover', body: { email: freshEmail() }, headers: caller() };
    expectRefusal(await send(server, recovery), 'over_email_send_rate_limit');
  });
});

describe('counters', () => {
  test('name nobody', async () => {
    const rows = await server.sql('select key from auth.rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[a-z0-9_]+:[A-Za-z0-9_-]{43}$/);
  });
});
