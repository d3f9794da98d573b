import { knownPassword } from '../harness/servers/keys.ts';
import { codeMailTo, mailsTo } from '../harness/auth/mailbox.ts';
import { send } from '../harness/auth/scenario.ts';
import { putCodes, recoveryOption, verified } from '../harness/auth/second-factor.ts';
import { totp } from '../harness/identity/totp.ts';
import { adminClient, authClient, freshEmail } from '../harness/auth/clients.ts';
import { askForRecovery, caller, exceed, expectRefusal } from '../harness/auth/callers.ts';
import { describe, expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });

describe('per address of the caller (contract A0.6)', () => {
  test.beforeAll(async ({ server }) => {
    // Of accounts, for what is hashed for one that is not there costs sixty milliseconds.
    await server.sql(
      `insert into auth.users (id, email, encrypted_password, aud, role)
       select gen_random_uuid(), 'a' || n || '@example.org', $1, 'authenticated', 'authenticated'
         from generate_series(0, 40) as n`,
      [password_hash],
    );
  });
  test.for([
    ['sign-ins', 30, { path: '/token?grant_type=password', body: { email: '#@example.org', password: 'x' } }],
    ['refreshes', 150, { path: '/token?grant_type=refresh_token', body: { refresh_token: 'a'.repeat(12) } }],
    ['verifications', 30, { path: '/verify', body: { type: 'signup', token_hash: 'x' } }],
    ['recoveries', 30, { path: '/recover', body: { email: 'x' } }],
  ] as const)(
    '%s: request %i is answered, and the next is refused with Retry-After',
    async ([_what, limit, request], { server }) => {
      const headers = caller();
      const { within, over } = await exceed(limit, (count) =>
        // Another account each time, so that only the caller is counted.
        send(server, { ...request, body: JSON.stringify(request.body).replace('#', `a${count}`), headers }),
      );
      expect(within.filter(({ status }) => status === 429)).toHaveLength(0);
      expectRefusal(over);
      expect((await send(server, { ...request, headers: caller() })).status).not.toBe(429);
    },
  );

  test('callers of one /48 share a wider limit, which a caller over their own limit does not use up', async ({
    server,
  }) => {
    const request = { path: '/verify', body: { type: 'signup', token_hash: 'x' } };
    const from = (network: number) =>
      send(server, { ...request, headers: { 'x-forwarded-for': `2001:db8:77:${network.toString(16)}::1` } });
    await exceed(60, () => from(1));
    const found = [];
    for (let network = 2; network <= 21; network += 1)
      for (let count = 0; count < 29; count += 1) found.push((await from(network)).status);
    // 600 less the 30 of the first.
    expect(found.filter((status) => status !== 429)).toHaveLength(570);
    expectRefusal(await from(99));
    const elsewhere = { 'x-forwarded-for': '2001:db8:78::1' };
    expect((await send(server, { ...request, headers: elsewhere })).status).not.toBe(429);
  });

  test('IPv6 callers are counted by network, and each endpoint apart', async ({ server }) => {
    let last = 0;
    const headers = () => ({ 'x-forwarded-for': `2001:db8:1:2::${(last += 1).toString(16)}` });
    const request = { path: '/recover', body: { email: 'x' } };
    const { over } = await exceed(30, () => send(server, { ...request, headers: headers() }));
    expectRefusal(over);
    const signIn = { path: '/token?grant_type=password', body: { email: 'x', password: 'x' } };
    expect((await send(server, { ...signIn, headers: headers() })).status).toBe(400);
    expectRefusal(await send(server, { ...request, headers: headers() }));
    const neighbour = { 'x-forwarded-for': '2001:db8:1:3::1' };
    expect((await send(server, { ...request, headers: neighbour })).status).toBe(400);
  });

  test('the client gets an error code that it can handle', async ({ server }) => {
    const headers = caller();
    await exceed(30, () => send(server, { path: '/recover', body: { email: 'x' }, headers }));
    const client = authClient(server, { headers: { apikey: server.publishableKey, ...headers } });
    const { error } = await client.resetPasswordForEmail('x@example.org');
    expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  });
});

describe('per account', () => {
  test('refuses a caller after ten wrong passwords, even with the right one, while others can sign in', async ({
    server,
  }) => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password_hash, email_confirm: true });
    const headers = caller();
    const signIn = (secret: string, from = headers) =>
      send(server, { path: '/token?grant_type=password', body: { email, password: secret }, headers: from });
    const { within, over } = await exceed(10, () => signIn('wrong'));
    expect(within.every(({ status }) => status === 400)).toBe(true);
    expectRefusal(over);
    expectRefusal(await signIn(PASSWORD));
    expect((await signIn(PASSWORD, caller())).status).toBe(200);
  });

  test('checks at most ten wrong passwords that arrive at once', async ({ server }) => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password_hash, email_confirm: true });
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

  test('limits an unknown address in the same way', async ({ server }) => {
    const headers = caller();
    const body = { email: 'unknown@example.org', password: 'x' };
    const { over } = await exceed(10, () =>
      send(server, { path: '/token?grant_type=password', body, headers }),
    );
    expectRefusal(over);
  });

  test('refuses after ten wrong mailed codes from all callers together', async ({ server }) => {
    const email = freshEmail();
    const { data } = await adminClient(server).admin.generateLink({ type: 'invite', email });
    const verify = (token: string) =>
      send(server, { path: '/verify', body: { type: 'invite', email, token }, headers: caller() });
    const { within, over } = await exceed(10, () => verify('000000'));
    expect(within.every(({ status }) => status === 403)).toBe(true);
    expectRefusal(over);
    expectRefusal(await verify(data.properties!.email_otp));
  });

  test('checks at most ten wrong mailed codes that arrive at once', async ({ server }) => {
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

  test('does not count correct codes', async ({ server }) => {
    const email = freshEmail();
    for (let count = 0; count < 12; count += 1) {
      const { data } = await adminClient(server).admin.generateLink({ type: 'magiclink', email });
      const body = { type: data.properties!.verification_type, email, token: data.properties!.email_otp };
      expect((await send(server, { path: '/verify', body, headers: caller() })).status).toBe(200);
    }
  });

  test('refuses after ten wrong authenticator codes', async ({ server }) => {
    const email = freshEmail();
    await adminClient(server).admin.createUser({ email, password_hash, email_confirm: true });
    const client = authClient(server, { headers: { apikey: server.publishableKey, ...caller() } });
    await client.signInWithPassword({ email, password: PASSWORD });
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const factorId = data!.id;
    for (let count = 0; count < 10; count += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
      expect(error?.code).toBe('mfa_verification_failed');
    }
    const right = await client.mfa.challengeAndVerify({ factorId, code: totp(data!.totp!.secret) });
    expect(right.error).toMatchObject({ status: 429 });
  });

  test('refuses after ten wrong codes of an app and recovery codes together', async ({ server }) => {
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
  });
});

test('counts wrong recovery codes for each account separately', async ({ server }) => {
  const headers = { apikey: server.publishableKey, ...caller() };
  const [one, other] = [
    await verified(server, { headers, ...recoveryOption }),
    await verified(server, recoveryOption),
  ];
  const { codes } = await putCodes(server, other.user.id);
  for (let count = 0; count < 11; count += 1) {
    await one.client.mfa.recoveryCodes.verify({ code: codes[0]! });
  }
  const [mine, theirs] = [one, other].map(({ client }) =>
    client.mfa.recoveryCodes.verify({ code: codes[0]! }),
  );
  expect((await mine!).error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' });
  expect((await theirs!).error).toBeNull();
});

describe('an account that a hundred wrong passwords have locked', () => {
  const email = freshEmail();
  let counter: Record<string, unknown>;
  const signIn = (server: TestServer, secret: string, headers = caller()) =>
    send(server, { path: '/token?grant_type=password', body: { email, password: secret }, headers });

  test.beforeAll(async ({ server }) => {
    await adminClient(server).admin.createUser({ email, password_hash, email_confirm: true });
    for (let place = 0; place < 10; place += 1) {
      const headers = caller();
      const signInes = await Promise.all(Array.from({ length: 10 }, () => signIn(server, 'wrong', headers)));
      expect(signInes.map(({ status }) => status)).toEqual(Array(10).fill(400));
    }
    expectRefusal(await signIn(server, PASSWORD));
    const rows = await server.sql(
      `select key, expire from auth.rate_limits where key like 'account_failures%' and points >= 100`,
    );
    expect(rows).toHaveLength(1);
    [counter] = rows as [Record<string, unknown>];
  });

  test.for(['code', 'link', 'opened link'] as const)(
    'is unlocked by a recovery with: %s',
    async (which, { server }) => {
      await server.sql(
        `insert into auth.rate_limits (key, points, expire) values ($1, 100, $2)
       on conflict (key) do update set points = 100`,
        [counter['key'], counter['expire']],
      );
      expectRefusal(await signIn(server, PASSWORD));
      const { length } = await mailsTo(server, email);
      await askForRecovery(server, email);
      const { code, hash, link } = await codeMailTo(server, email, length + 1);
      const headers = caller();
      const type = 'recovery';
      if (which === 'opened link') {
        const opened = await fetch(link, { redirect: 'manual', headers });
        expect(opened.headers.get('location')).toContain('access_token');
      } else {
        const body = which === 'code' ? { type, email, token: code } : { type, token_hash: hash };
        expect((await send(server, { path: '/verify', body, headers })).status).toBe(200);
      }
      expect((await signIn(server, PASSWORD)).status).toBe(200);
    },
  );
});

describe('counters', () => {
  test('contain no names or addresses', async ({ server }) => {
    const rows = await server.sql('select key from auth.rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[a-z0-9_]+:[A-Za-z0-9_-]{43}$/);
  });
});

const { password: PASSWORD, hash: password_hash } = knownPassword;
