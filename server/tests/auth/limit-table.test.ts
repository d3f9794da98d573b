import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GoTrueClient, User } from '@supabase/auth-js';
import type { TwilioLike } from '@solostead/server-testkit/mail/sms';
import { eventually } from '@solostead/server-testkit/servers/processes';
import type { TestServer } from '@solostead/server-testkit/servers/server';
import { PASSWORD, call, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { freshPhone, startLimited, withConfirmations } from './sign-in-methods/phone-servers.ts';

let server: TestServer;
let stop: () => Promise<void>;
let member: { client: GoTrueClient; user: User };

beforeAll(async () => {
  ({ server, stop } = await startLimited(everyMethod));
  member = await signedInClient(server);
  await setLimits();
});
afterAll(() => stop?.());

interface Limit {
  readonly purpose: string;
  readonly per_caller: number | null;
  readonly per_network: number | null;
  readonly per_everyone: number | null;
}

/** One use of a purpose from an address, of one subject. Returns its status. */
type Use = (from: string, walk: number) => Promise<number>;

const post = async (path: string, body: unknown, from: string, headers = {}) =>
  (await call(server, 'POST', path, body, { 'x-forwarded-for': from, ...headers })).status;

const forgetPauses = () => server.sql(`delete from auth.rate_limits where key like '%_frequency%'`);

/** An account for each caller, because there the account is the caller. */
const accounts = new Map<string, string>();

async function accessTokenFor(from: string): Promise<string> {
  const known = accounts.get(from);
  if (known) return known;
  const headers = { apikey: server.publishableKey, 'x-forwarded-for': from };
  const { client } = await signedInClient(server, freshEmail(), { headers });
  const { data } = await client.getSession();
  accounts.set(from, data.session!.access_token);
  return data.session!.access_token;
}

/** A verified second factor for each caller, because there the number is the caller. */
const factors = new Map<string, string>();

async function challengeFactor(from: string): Promise<number> {
  const [made] = factors.has(from)
    ? [{ id: factors.get(from) }]
    : await server.sql(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, 'phone', 'verified', $2, now(), now()) returning id`,
        [member.user.id, freshPhone()],
      );
  factors.set(from, String(made!['id']));
  await forgetPauses();
  const { data } = await member.client.getSession();
  const authorization = `Bearer ${data.session!.access_token}`;
  return post(`/factors/${factors.get(from)}/challenge`, { channel: 'sms' }, from, { authorization });
}

/** A use of each purpose, in an order in which none meets a limit that an earlier one used up. */
const uses: Readonly<Record<string, Use>> = {
  sign_in_sign_ups: (from) => post('/magiclink', '{', from),
  token_refresh: (from) => post('/token?grant_type=refresh_token', { refresh_token: 'aaaaaaaaaaaa' }, from),
  token_verifications: (from) => post('/verify', { type: 'signup', token_hash: 'x' }, from),
  anonymous_users: (from) => post('/signup', {}, from),
  web3: (from) => post('/token?grant_type=web3', { chain: 'ethereum' }, from),
  passkey: (from) => post('/passkeys/authentication/verify', {}, from),
  // Of an account, whose password is compared at the lowest cost.
  password_failures: (from) =>
    post('/token?grant_type=password', { email: member.user.email, password: 'wrong' }, from),
  code_failures: (from, walk) =>
    post('/verify', { type: 'email', email: `known-${walk}@example.org`, token: '000000' }, from),
  email_sent: (from) => post('/recover', { email: freshEmail() }, from),
  email_frequency: (from, walk) => post('/recover', { email: `often-${walk}@example.org` }, from),
  email_recipient: async (from, walk) => {
    await forgetPauses();
    return post('/recover', { email: `recipient-${walk}@example.org` }, from);
  },
  email_account: async (from) => {
    const authorization = `Bearer ${await accessTokenFor(from)}`;
    await forgetPauses();
    const headers = { 'x-forwarded-for': from, authorization };
    return (await call(server, 'GET', '/reauthenticate', undefined, headers)).status;
  },
  email_new_address: (from) => post('/signup', { email: freshEmail(), password: PASSWORD }, from),
  email_secret_key: (from) =>
    post('/invite', { email: freshEmail() }, from, {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
    }),
  sms_frequency: (from) => post('/otp', { phone: OFTEN }, from),
  sms_factor: challengeFactor,
  sms_unreserved: (from) => post('/otp', { phone: freshPhone() }, from),
  sms_sent: challengeFactor,
};

it('has a use of every purpose here', async () => {
  const rows = await server.sql('select purpose from auth.limits');
  expect(rows.map(({ purpose }) => purpose).toSorted()).toEqual(Object.keys(uses).toSorted());
});

it.each(Object.keys(uses))('counts %s for a caller, a network and everyone', async (purpose) => {
  await server.sql('delete from auth.rate_limits');
  const [row] = await server.sql('select * from auth.limits where purpose = $1', [purpose]);
  await walk(row as unknown as Limit, uses[purpose]!);
});

it('answers requests while the table that counts them changes under the statements kept for it', async () => {
  const ask = () => post('/recover', { email: 'x' }, `10.251.0.${(walks += 1)}`);
  expect(await ask()).toBe(400);
  await server.sql('alter table auth.rate_limits alter column points type bigint');
  for (let count = 0; count < 10; count += 1) expect(await ask()).toBe(400);
});

/** Uses up a caller's limit, then its network's from a neighbour, then everyone's, and finds each refusal where it is due. */
async function walk({ per_caller: caller, per_network: network, per_everyone: everyone }: Limit, use: Use) {
  const number = (walks += 1);
  const at = (net: number, host: number) => use(`10.${number}.${net}.${host}`, number);
  const allowed = async (times: number, from: () => Promise<number>) => {
    for (let count = 0; count < times; count += 1) expect(await from()).not.toBe(429);
  };
  let used = 0;
  if (caller !== null && network !== null) {
    await allowed(caller, () => at(0, 1));
    expect(await at(0, 1)).toBe(429);
    for (used = caller; used < network; used += 1) await allowed(1, () => at(0, used + 1));
    expect(await at(0, 250)).toBe(429);
    await allowed(1, () => at(1, 1));
    used += 1;
  }
  if (everyone === null) return;
  for (let net = 2; used < everyone; net += 1, used += 1) await allowed(1, () => at(net, 1));
  expect(await at(250, 1)).toBe(429);
}
let walks = 0;

/** Sets small limits as an operator does, and waits until the server counts by them. */
async function setLimits(): Promise<void> {
  await server.sql(`update auth.limits set per_caller = 2, per_network = 4 where per_caller is not null`);
  await server.sql(
    `update auth.limits set per_caller = 6, per_network = 20 where per_everyone is null and purpose !~ '^sms'`,
  );
  await server.sql(
    `update auth.limits set per_everyone = 12 where per_everyone > 1 and purpose <> 'sms_sent'`,
  );
  await eventually(async () => (await post('/token?grant_type=web3', {}, '10.250.0.1')) === 429);
}

const OFTEN = freshPhone();
const everyMethod = (service: TwilioLike): string =>
  withConfirmations(service)
    .replace('[auth]', '[auth]\nenable_anonymous_sign_ins = true')
    .replace('[auth.email]', '[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"').concat(`
[auth.rate_limit]
web3 = 1000
email_sent = 30
[auth.passkey]
enabled = true
[auth.web3.ethereum]
enabled = true
`);
