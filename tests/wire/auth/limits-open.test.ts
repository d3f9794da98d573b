import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/server.ts';
import { send } from './scenario.ts';
import { freshEmail } from './ways-in/clients.ts';

let server: TestServer;

beforeAll(async () => {
  const SUPABASE_CONFIG = 'tests/fixtures/auth/open.toml';
  server = await startServer({ env: { SUPABASE_CONFIG, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });
});
afterAll(() => server.stop());

test.each([
  ['nameless accounts', '198.51.100.1', () => ({}), 3_600],
  ['sign-ups', '198.51.100.2', () => ({ email: freshEmail(), password: 'x' }), 300],
])(
  '%s: thirty from one caller, the next is told when to come again',
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
