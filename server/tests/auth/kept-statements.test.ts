import { caller } from '../harness/auth/callers.ts';
import { send } from '../harness/auth/scenario.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } });

test('sign-ins are answered while the table that counts them changes under the statements kept for it', async ({
  server,
}) => {
  expect((await signIn(server)).status).toBe(400);
  const kept = await server.sql(`select 1 from pg_attribute
    where attrelid = 'auth.rate_limits'::regclass and attname = 'points' and atttypid = 'integer'::regtype`);
  expect(kept).toHaveLength(1);
  await server.sql('alter table auth.rate_limits alter column points type bigint');
  for (let count = 0; count < 10; count += 1) expect((await signIn(server)).status).toBe(400);
});

const body = { email: 'unknown@lab.example', password: 'x' };
const signIn = (server: TestServer) =>
  send(server, { path: '/token?grant_type=password', body, headers: caller() });
