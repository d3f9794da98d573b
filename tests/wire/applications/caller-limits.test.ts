import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { linkedApplicant } from '../../harness/applicant-page.ts';
import { functions } from '../permissions/expectations.ts';
import { expect, testLimited } from '../../harness/fixtures.ts';
import { postJson } from '@solostead/server-testkit/network/post-json';

const test = testLimited();

test.beforeAll(async ({ server }) => {
  await server.sql('select private.set_intake(true)');
});
test.beforeEach(async ({ server }) => {
  await server.sql('update private.rate_limits set per_caller = 2, per_network = 3, per_everyone = null');
  await server.sql('delete from private.rate_counts');
});

const ofPage =
  (more: object = {}) =>
  () => ({ link_secret: 'none', ...more });
const ofAddress = () => ({ email: sampleApplication().email });

/** Arguments of the procedures that send a mail or take a secret. */
const limited: Readonly<Record<string, () => object>> = {
  my_confirmation_resend: () => ({ application_key: 'none' }),
  my_email_correct: () => ({ application_key: 'none', ...ofAddress() }),
  request_opening_mail: ofAddress,
  request_new_link: ofAddress,
  my_application: ofPage(),
  my_application_download: ofPage(),
  my_application_correct: ofPage({ name: 'Ann Sample', linkedin: null, sectors: 'tools' }),
  my_application_evidence_save: ofPage({ link: null, repository: null, words: null }),
  save_evidence: () => ({ link_secret: 'none', link: '', repository: '', words: '' }),
  my_application_withdraw: ofPage(),
  my_application_erase: ofPage(),
  my_application_undo: ofPage({ request: 'erase' }),
  my_application_apply_again: ofPage(),
  my_application_link_renew: ofPage(),
};

test('every procedure that anonymous callers may use is in one of the two lists', () => {
  const open = Object.keys(functions).filter((name) => functions[name] === 'anon');
  expect([...Object.keys(limited), ...Object.keys(unlimited)].toSorted()).toEqual(open.toSorted());
});

test('callers without an address share the limit of one network', async ({ server }) => {
  const count = () => server.value<number>(`select (private.count_request('page', null)).seconds`);
  expect([await count(), await count(), await count()]).toEqual([0, 0, 0]);
  expect(await count()).toBeGreaterThan(0);
});

test.for([
  ...Object.keys(limited).map((name) => [name, 'a /24', (host: number) => `192.0.2.${host + 1}`] as const),
  ['my_application', 'a /48', (host: number) => `2001:db8:7:${(host + 1).toString(16)}::1`] as const,
])('%s counts a caller, and all callers of %s together', async ([name, _network, address], { server }) => {
  const call = (from: string) =>
    visitor(server).rest.rpc(name, limited[name]!()).setHeader('x-forwarded-for', from);
  const statuses = [];
  for (const host of [0, 0, 0, 1, 2]) statuses.push((await call(address(host))).status);
  expect(statuses).toEqual([200, 200, 429, 200, 429]);
  expect(await call(address(3))).toMatchObject({
    status: 429,
    error: {
      code: 'too_many_requests',
      message: expect.stringMatching('^Too many requests came from your network'),
    },
  });
  expect((await call('198.51.100.1')).status).toBe(200);
});

/** The edge functions, with the status of an anonymous caller. A limit is tested below for each that answers one. */
const anonymously: Readonly<Record<string, number>> = {
  'send-confirmation-email': 200,
  'deliver-mails': 401,
  'deliver-webhooks': 401,
  'invite-admin': 403,
  'add-webhook': 403,
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
  for (let host = 0; host < 3; host += 1) expect((await ask(host)).status).toBe(200);
  const refused = await ask(9);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error: expect.stringMatching(/Please try again in \d+ minutes/) },
  ]);
});

test('one network leaves four fifths of the limit of all callers to others', async ({ server }) => {
  await server.sql(`update private.rate_limits set per_caller = 1, per_network = 1, per_everyone = 5
                     where purpose = 'opening'`);
  const ask = (from: string) =>
    visitor(server).rest.rpc('request_opening_mail', ofAddress()).setHeader('x-forwarded-for', from);
  const statuses = [];
  for (const address of [
    '192.0.1.1',
    '192.0.1.2',
    '192.0.1.3',
    '192.0.2.1',
    '192.0.3.1',
    '192.0.4.1',
    '192.0.5.1',
  ])
    statuses.push((await ask(address)).status);
  expect(statuses).toEqual([200, 429, 429, 200, 200, 200, 200]);
  expect((await ask('192.0.6.1')).error).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^Too many requests came\. Please try again in \d+ minutes\.$/),
  });
});

test('no number of requests from many networks ends new links for applicants', async ({ server }) => {
  await server.sql('select private.set_intake(false)');
  const { row } = await linkedApplicant(server);
  const ask = async (email: string, from: string) => {
    const { data } = await visitor(server)
      .rest.rpc('request_new_link', { email })
      .setHeader('x-forwarded-for', from);
    return data as unknown;
  };
  await Promise.all(
    Array.from({ length: 250 }, (_, index) => ask(`u${index}@example.org`, `192.1.${index}.1`)),
  );
  expect(await ask(row.email, '192.0.2.1')).toEqual({ outcome: 'requested' });
  await expect
    .poll(() => server.value`select count(*)::int as n from private.messages where topic = 'next_step'`)
    .toBe(1);
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
  promise_figures: 'reads one row, which is counted once a week',
  confirm_email: 'takes 244 random bits',
  confirm_opening_request: 'takes 244 random bits',
};
