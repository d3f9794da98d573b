import { afterAll } from 'vitest';
import { writeConfig } from '../harness/servers/config.ts';
import { caller, exceed, expectRefusal } from '../harness/auth/callers.ts';
import { bearerOf } from '../harness/auth/second-factor.ts';
import { send } from '../harness/auth/scenario.ts';
import { authClient, signedInClient } from '../harness/auth/clients.ts';
import { expect, testStarting } from '../harness/fixtures.ts';

const id = crypto.randomUUID();
const test = testStarting(() => ({ env: { ...config.env, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } }));

test.beforeAll(async ({ server }) => {
  as = await bearerOf((await signedInClient(server)).client);
});
afterAll(() => config.remove());

// One caller for all, in this order: had two endpoints one counter, the later would be refused early.
test.for<[string, string, number]>([
  ['POST', '/token?grant_type=password', 3],
  ['POST', '/otp', 3],
  ['POST', '/magiclink', 3],
  ['POST', '/recover', 3],
  ['POST', '/resend', 3],
  ['POST', '/signup', 3],
  ['GET', '/authorize', 3],
  ['POST', '/sso', 3],
  ['PUT', '/user', 3],
  ['POST', '/verify', 4],
  ['POST', '/sso/saml/acs', 4],
  ['POST', `/factors/${id}/challenge`, 4],
  ['POST', `/factors/${id}/verify`, 4],
  ['POST', '/factors/recovery-codes', 4],
  ['POST', '/factors/recovery-codes/verify', 4],
  ['POST', '/factors/recovery-codes/regenerate', 4],
  ['POST', '/token?grant_type=refresh_token', 5],
  ['POST', '/passkeys/authentication/options', 6],
  ['POST', '/passkeys/authentication/verify', 6],
  ['POST', '/token?grant_type=web3', 7],
])(
  '%s %s counts %i of one caller apart from every other endpoint',
  async ([method, path, limit], { server }) => {
    const body = method === 'GET' ? undefined : { email: 'x', password: 'x' };
    const { within, over } = await exceed(limit, () => send(server, { method, path, body, as, headers }));
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

test('IPv6 callers are counted by network', async ({ server }) => {
  let last = 0;
  const from = (network: number) => {
    last += 1;
    return { 'x-forwarded-for': `2001:db8:1:${network}::${last.toString(16)}` };
  };
  const ask = (network: number) =>
    send(server, { path: '/recover', body: { email: 'x' }, headers: from(network) });
  const { over } = await exceed(3, () => ask(2));
  expectRefusal(over);
  expect((await ask(3)).status).toBe(400);
});

test('callers of one /48 share a wider limit, which a caller over their own limit does not use up', async ({
  server,
}) => {
  const verify = (headers: Record<string, string>) =>
    send(server, { path: '/verify', body: { type: 'signup', token_hash: 'x' }, headers });
  const from = (network: number) => verify({ 'x-forwarded-for': `2001:db8:77:${network.toString(16)}::1` });
  await exceed(8, () => from(1));
  const found = [];
  for (let network = 2; network <= 21; network += 1)
    for (let count = 0; count < 4; count += 1) found.push((await from(network)).status);
  // Twenty callers' 80 less the 4 of the first.
  expect(found.filter((status) => status !== 429)).toHaveLength(76);
  expectRefusal(await from(99));
  expect((await verify({ 'x-forwarded-for': '2001:db8:78::1' })).status).not.toBe(429);
});

test('sign-ins are answered while the table that counts them changes under the statements kept for it', async ({
  server,
}) => {
  const body = { email: 'unknown@lab.example', password: 'x' };
  const signIn = async () =>
    (await send(server, { path: '/token?grant_type=password', body, headers: caller() })).status;
  expect(await signIn()).toBe(400);
  await server.sql('alter table auth.rate_limits alter column points type bigint');
  for (let count = 0; count < 10; count += 1) expect(await signIn()).toBe(400);
});

const config = writeConfig(`[auth]
enable_anonymous_sign_ins = true
[auth.rate_limit]
anonymous_users = 2
sign_in_sign_ups = 3
token_verifications = 4
token_refresh = 5
passkey = 6
web3 = 7
[auth.passkey]
enabled = true
[auth.web3.solana]
enabled = true
[auth.saml]
enabled = true
`);

const headers = caller();

let as = '';
