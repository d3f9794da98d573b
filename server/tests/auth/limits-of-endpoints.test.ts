import { afterAll } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { caller, exceed, expectRefusal } from '@solostead/server-testkit/auth/callers';
import { send } from '@solostead/server-testkit/auth/scenario';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { expect, testStarting } from '@solostead/server-testkit/fixtures';

// Its own server, because it changes a table of auth.
const test = testStarting(() => ({ env: { ...config.env, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } }));

afterAll(() => config.remove());

// One caller for all, in this order: had two endpoints one counter, the later would be refused early. The limit of
// each endpoint is in routes.test.ts.
test.for([
  ['/token?grant_type=password', 3],
  ['/otp', 3],
  ['/signup', 3],
  ['/verify', 2],
] as const)(
  'POST %s counts %i of one caller apart from every other endpoint',
  async ([path, limit], { server }) => {
    const body = { email: 'x', password: 'x' };
    const { within, over } = await exceed(limit, () => send(server, { path, body, headers }));
    expect(within.filter(({ status }) => status === 429)).toEqual([]);
    expectRefusal(over);
  },
);

test('a request with an invalid body counts too, and the client gets an error code that it can handle', async ({
  server,
}) => {
  const from = caller();
  const { over } = await exceed(3, () => send(server, { path: '/recover', body: '{', headers: from }));
  expectRefusal(over);
  const client = authClient(server, { headers: { apikey: server.publishableKey, ...from } });
  const { error } = await client.resetPasswordForEmail('x@example.org');
  expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});

test('accounts without a name are limited for each caller', async ({ server }) => {
  const from = caller();
  const { within, over } = await exceed(2, () => send(server, { path: '/signup', body: {}, headers: from }));
  expect(within.map(({ status }) => status)).toEqual([200, 200]);
  expectRefusal(over);
  expect((await send(server, { path: '/signup', body: {}, headers: caller() })).status).toBe(200);
});

test('counts a /64 as one caller, and its limit does not use up the wider one of its /48', async ({
  server,
}) => {
  const verify = (headers: Record<string, string>) =>
    send(server, { path: '/verify', body: { type: 'signup', token_hash: 'x' }, headers });
  let last = 0;
  const from = (network: number) => {
    last += 1;
    return verify({ 'x-forwarded-for': `2001:db8:77:${network.toString(16)}::${last.toString(16)}` });
  };
  await exceed(4, () => from(1));
  const found = [];
  for (let network = 2; network <= 21; network += 1)
    for (let count = 0; count < 2; count += 1) found.push((await from(network)).status);
  // Twenty callers' 40 less the 2 of the first.
  expect(found.filter((status) => status !== 429)).toHaveLength(38);
  expectRefusal(await from(99));
  expect((await verify({ 'x-forwarded-for': '2001:db8:78::1' })).status).not.toBe(429);
});

test('requests are answered while the table that counts them changes under the statements kept for it', async ({
  server,
}) => {
  const ask = async () =>
    (await send(server, { path: '/recover', body: { email: 'x' }, headers: caller() })).status;
  expect(await ask()).toBe(400);
  await server.sql('alter table auth.rate_limits alter column points type bigint');
  for (let count = 0; count < 10; count += 1) expect(await ask()).toBe(400);
});

const config = writeConfig(`[auth]
enable_anonymous_sign_ins = true
[auth.rate_limit]
anonymous_users = 2
sign_in_sign_ups = 3
token_verifications = 2
`);

const headers = caller();
