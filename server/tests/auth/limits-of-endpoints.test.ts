import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeConfig } from '../harness/servers/config.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { caller, exceed, expectRefusal } from '../harness/auth/callers.ts';
import { bearerOf } from '../harness/auth/second-factor.ts';
import { send } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';
const id = crypto.randomUUID();
let server: TestServer;

beforeAll(async () => {
  const env = { ...config.env, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' };
  server = await startServer({ env });
  as = await bearerOf((await signedInClient(server)).client);
});
afterAll(async () => {
  await server?.stop();
  config.remove();
});

// One caller for all, in this order: had two endpoints one counter, the later would be refused early.
test.each<[string, string, number]>([
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
])('%s %s counts %i of one caller apart from every other endpoint', async (method, path, limit) => {
  const body = method === 'GET' ? undefined : { email: 'x', password: 'x' };
  const { within, over } = await exceed(limit, () => send(server, { method, path, body, as, headers }));
  expect(within.filter(({ status }) => status === 429)).toEqual([]);
  expectRefusal(over);
});

test('a request with an invalid body counts too', async () => {
  const from = caller();
  const { over } = await exceed(3, () => send(server, { path: '/recover', body: '{', headers: from }));
  expectRefusal(over);
});

const config = writeConfig(`[auth.rate_limit]
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
