import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { linkedApplicant } from '../../harness/applicant-page.ts';
import { functions } from '../permissions/expectations.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

const test = testLimited();

test.beforeAll(async ({ server }) => {
  await server.sql('select private.set_intake(true)');
});
test.beforeEach(async ({ server }) => {
  // One application per address and per network: mails twice, pages twelve times as often.
  await server.sql('update private.brakes set per_address = 1, per_network = 1');
  await server.sql('delete from private.application_attempts');
});

const ofPage = (more: object = {}) => ({ allowed: 12, args: () => ({ link_secret: 'none', ...more }) });

/** Arguments of the procedures that send a mail or take a secret, with the requests that one network has. */
const limited: Readonly<Record<string, { allowed: number; args: () => object }>> = {
  resend_my_confirmation: { allowed: 2, args: () => ({ application_key: 'none' }) },
  correct_my_email: {
    allowed: 1,
    args: () => ({ application_key: 'none', email: sampleApplication().email }),
  },
  ask_for_opening: { allowed: 2, args: () => ({ email: sampleApplication().email }) },
  ask_for_new_link: { allowed: 2, args: () => ({ email: sampleApplication().email }) },
  my_application: ofPage(),
  my_application_download: ofPage(),
  my_application_correct: ofPage({ name: 'Ann Sample', linkedin: null, sectors: 'tools' }),
  my_application_show: ofPage({ link: null, repository: null, words: null }),
  my_application_withdraw: ofPage(),
  my_application_erase: ofPage(),
  my_application_undo: ofPage({ request: 'erase' }),
  my_application_renew: { allowed: 2, args: () => ({ link_secret: 'none' }) },
};

test('every procedure that anonymous callers may use is in one of the two lists', () => {
  const open = Object.keys(functions).filter((name) => functions[name] === 'anon');
  expect([...Object.keys(limited), ...Object.keys(unlimited)].toSorted()).toEqual(open.toSorted());
});

test('callers without an address share the limit of one network', async ({ server }) => {
  const count = () => server.value<number>(`select private.count_caller('mail', null, 1) as seconds`);
  expect(await count()).toBe(0);
  expect(await count()).toBeGreaterThan(0);
});

test.for([
  ...Object.keys(limited).map((name) => [name, 'a /24', (host: number) => `192.0.2.${host + 1}`] as const),
  ['my_application', 'a /48', (host: number) => `2001:db8:7:${(host + 1).toString(16)}::1`] as const,
])('%s counts all callers of %s together', async ([name, _network, address], { server }) => {
  const { allowed, args } = limited[name]!;
  const call = (from: string) => visitor(server).rest.rpc(name, args()).setHeader('x-forwarded-for', from);
  for (let host = 0; host < allowed; host += 1)
    expect([host, (await call(address(host))).status]).toEqual([host, 200]);
  const what = name === 'correct_my_email' ? 'applications' : 'requests';
  expect(await call(address(allowed))).toMatchObject({
    status: 429,
    error: { code: `too_many_${what}`, message: expect.stringMatching(`^Too many ${what} came from`) },
  });
  expect((await call('198.51.100.1')).status).toBe(200);
});

test('one address has twelve tries at links, whether they work or not', async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  await server.sql('update private.brakes set per_network = 2');
  const { secret } = await linkedApplicant(server);
  await server.sql('select private.set_intake(true)');
  const open = (link_secret: string, from: string) =>
    visitor(server).rest.rpc('my_application', { link_secret }).setHeader('x-forwarded-for', from);
  for (let attempt = 0; attempt < 12; attempt += 1) expect((await open('x', '192.0.2.7')).status).toBe(200);
  expect(await open(secret, '192.0.2.7')).toMatchObject({
    status: 429,
    error: { code: 'too_many_requests' },
  });
  expect((await open(secret, '192.0.2.8')).data).toMatchObject({ outcome: 'open' });
});

/** The edge functions, with the status of an anonymous caller. A limit is tested below for each that answers one. */
const anonymously: Readonly<Record<string, number>> = {
  'send-confirmation-email': 200,
  'deliver-mails': 401,
  'deliver-webhooks': 401,
  'invite-admin': 403,
};

test('every edge function is listed with its answer to anonymous callers', async ({ server }) => {
  const folder = join(import.meta.dirname, '../../../supabase/functions');
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const functionNames = names.map(({ name }) => name).filter((name) => !name.startsWith('_'));
  expect(Object.keys(anonymously).toSorted()).toEqual(functionNames.toSorted());
  for (const [name, status] of Object.entries(anonymously)) {
    const answer = await postJson(server, `/functions/v1/${name}`, {
      name: 'Ann Sample',
      email: sampleApplication().email,
      access: 'reader',
    });
    expect([name, answer.status]).toEqual([name, status]);
  }
});

test('send-confirmation-email counts all callers of a /24 together', async ({ server }) => {
  const ask = (host: number) => {
    const body = { name: 'Ann Sample', email: sampleApplication().email };
    const from = { 'x-forwarded-for': `192.0.2.${host}` };
    return postJson(server, '/functions/v1/send-confirmation-email', body, from);
  };
  for (let host = 0; host < 2; host += 1) expect((await ask(host)).status).toBe(200);
  const refused = await ask(9);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error: expect.stringMatching(/Please try again in \d+ minutes/) },
  ]);
});

test.for(['ask_for_opening', 'ask_for_new_link'])(
  '%s is limited per hour in total',
  async (name, { server }) => {
    await server.sql('delete from private.opening_requests');
    await server.sql('update private.brakes set openings_per_hour = 2');
    const ask = (from: string) =>
      visitor(server).rest.rpc(name, { email: sampleApplication().email }).setHeader('x-forwarded-for', from);
    const statuses = [];
    for (const network of [1, 2, 3]) statuses.push((await ask(`192.0.${network}.1`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask('192.0.4.1')).error).toMatchObject({ code: 'too_many_requests', details: '3600' });
  },
);

test('an application does not end the hour in which new links are counted', async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  await server.sql('update private.brakes set openings_per_hour = 1');
  const { rest, apply } = visitor(server);
  const ask = async (host: number) =>
    (
      await rest
        .rpc('ask_for_new_link', { email: sampleApplication().email })
        .setHeader('x-forwarded-for', `192.0.${host}.1`)
    ).status;
  expect(await ask(1)).toBe(200);
  await server.sql(`update private.application_attempts set since = since - interval '50 minutes'`);
  expect((await apply(sampleApplication())).status).toBe(201);
  expect(await ask(2)).toBe(429);
});

test('checking the key of a form waits for no lock of an erasure', async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  const erasing = new pg.Client(server.databaseUrl);
  await erasing.connect();
  try {
    const { rows } = await erasing.query<{ lock: string }>(
      "select encode(int8send(hashtext('private.erasures')), 'hex') as lock",
    );
    await erasing.query('begin; select private.wait_for_erasers()');
    const sent = await postJson(server, '/rest/v1/applications', sampleApplication(), {
      'x-application-key': rows[0]!.lock.padEnd(64, '0'),
    });
    expect(sent.status).toBe(201);
  } finally {
    await erasing.end();
  }
});

/** Procedures that anyone may call without a limit, and why. */
const unlimited: Readonly<Record<string, string>> = {
  is_admin: 'returns what the token says',
  application_challenge: 'costs less than refusing it',
  intake_state: 'returns what the page shows',
  confirm_email: 'takes 122 random bits',
  confirm_opening_request: 'takes 122 random bits',
};
