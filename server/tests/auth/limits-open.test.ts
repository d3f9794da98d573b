import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { mailsTo, mailTo } from '../harness/auth/mailbox.ts';
import { send } from '../harness/auth/scenario.ts';
import { adminClient, freshEmail } from '../harness/auth/clients.ts';

let server: TestServer;

beforeAll(async () => {
  const SUPABASE_CONFIG = 'open.toml';
  server = await startServer({ env: { SUPABASE_CONFIG, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
afterAll(() => server.stop());

test.each([
  ['nameless accounts', '198.51.100.1', () => ({}), 3_600],
  ['sign-ups', '198.51.100.2', () => ({ email: freshEmail(), password: 'x' }), 300],
])(
  '%s are limited to thirty from one caller, then answered with Retry-After',
  async (_what, caller, body, seconds) => {
    const signUp = () =>
      send(server, { path: '/signup', body: body(), headers: { 'x-forwarded-for': caller } });
    for (let count = 0; count < 30; count += 1) expect((await signUp()).status).not.toBe(429);
    const over = await signUp();
    expect(over).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(seconds);
  },
);

/** The default of `email_sent`, which this configuration leaves out. */
const PER_HOUR = 100;

describe('mails to addresses without an account', () => {
  let callers = 0;
  const ask = (path: string, email: string, more: object = {}) => {
    callers += 1;
    const headers = { 'x-forwarded-for': `203.0.113.${callers}` };
    return send(server, { path, body: { email, ...more }, headers });
  };
  const password = { password: 'quite a fine passphrase' };
  const known = freshEmail();
  const accounts = async (email: string) =>
    (await server.sql('select 1 from auth.users where email = $1', [email])).length;

  beforeAll(async () => {
    await adminClient(server).admin.createUser({ email: known, ...password, email_confirm: true });
    const signUp = async () =>
      expect((await ask('/signup', freshEmail(), password)).status, 'a sign-up').toBe(200);
    await signUp();
    await signUp();
    // As if all but the last had followed, each of which would cost a hash: what counts both is no one caller's.
    const counters = await server.sql(
      `update auth.rate_limits set points = $1 where key like 'email_sent%' and points = 2 returning points`,
      [PER_HOUR - 1],
    );
    expect(counters).toEqual([{ points: PER_HOUR - 1 }]);
    await signUp();
  });

  test('share one limit, beyond which every sign-up gets the same refusal', async () => {
    for (const email of [freshEmail(), known]) {
      const over = await ask('/signup', email, password);
      expect(over).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } });
      expect(await accounts(email)).toBe(email === known ? 1 : 0);
    }
  });

  test('do not use up the mails of accounts, and do not reveal accounts', async () => {
    const unknown = freshEmail();
    for (const path of ['/otp', '/recover']) {
      for (const email of [unknown, known]) expect((await ask(path, email)).text).toBe('{}');
    }
    const subjects = [await mailTo(server, known), await mailTo(server, known, 2)].map(
      ({ subject }) => subject,
    );
    expect(subjects.toSorted()).toEqual(['Choose a new password', 'Your sign-in link']);
    expect(await mailsTo(server, unknown)).toEqual([]);
    expect(await accounts(unknown)).toBe(0);
  });
});
