import { applicationHeaders } from '../../../supabase/functions/_shared/contract/headers.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication } from '../../harness/applications.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

const test = testStarting({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1, ::1' } });

test.beforeEach(({ server }) => server.sql('delete from private.application_attempts'));

describe('an anonymous user only uses up their own limit', () => {
  test('three refusals with another person’s e-mail leave that person free to apply', async ({ server }) => {
    const { linkedin } = await taken(server);
    const victim = sampleApplication();
    for (let round = 0; round < 5; round += 1)
      expect((await post(server, CALLER, { ...victim, linkedin })).status).toBe(409);
    expect((await post(server, '203.0.113.1', victim)).status).toBe(201);
  });

  test('a list that begins with a duplicate does not count against the others in it', async ({ server }) => {
    const known = await taken(server);
    const victims = Array.from({ length: 11 }, () => sampleApplication());
    const list = [known, ...victims.flatMap((row) => [row, row, row])];
    expect((await post(server, CALLER, list)).status).toBeGreaterThanOrEqual(400);
    const answers = await Promise.all(victims.map((row, index) => post(server, `203.0.113.${index}`, row)));
    expect(answers.map(({ status }) => status)).toEqual(times(11, 201));
  });
});

describe('probing who has applied', () => {
  test('is limited for lists too', async ({ server }) => {
    const found = [];
    for (let round = 0; round < 12; round += 1)
      found.push((await post(server, CALLER, [sampleApplication(), sampleApplication()])).status);
    // Each row of a list is counted.
    expect([...new Set(found)]).toEqual([400, 429]);
    expect(found.indexOf(429)).toBeLessThanOrEqual(10);
  });

  test.for([
    ['limit=0', { accept: 'application/vnd.pgrst.object+json' }],
    ['limit=0', { accept: 'application/vnd.pgrst.object+json', prefer: 'return=minimal, count=exact' }],
    ['', { prefer: 'return=minimal, handling=strict, max-affected=0' }],
    ['', { 'content-type': 'text/csv', accept: 'application/vnd.pgrst.object+json' }],
    ['', { prefer: 'return=minimal, tx=rollback' }],
    ['', { prefer: 'return=headers-only' }],
    ['', { [applicationHeaders.firstTouch]: 'landing=%00', [applicationHeaders.questionsVersion]: '999999' }],
  ] as const)('is limited with ?%s and %j too', async ([query, headers], { server }) => {
    const known = await taken(server);
    await server.sql('delete from private.application_attempts');
    const ask = async (row: object) => {
      const response = await postJson(server, `/rest/v1/applications?${query}`, row, {
        prefer: 'return=minimal',
        'x-forwarded-for': CALLER,
        ...(headers as Record<string, string>),
      });
      return response.status;
    };
    const counted = () =>
      server.value`select coalesce(max(attempts), 0)::int as n from private.application_attempts`;
    const [forKnown, forOther] = [await ask(known), await ask(sampleApplication())];
    // The same for both, or counted for both.
    if (forKnown !== forOther) expect([forKnown, forOther, await counted()]).toEqual([forKnown, forOther, 2]);
  });

  test.for([
    ['duplicates of an e-mail', 409, (row: object) => ({ ...row, linkedin: sampleApplication().linkedin })],
    ['duplicates of a profile', 409, (row: object) => ({ ...row, email: sampleApplication().email })],
    ['applications that a rule refuses', 400, () => ({ ...sampleApplication(), q1: false })],
  ] as const)('is limited to ten answers for 60 %s at once', async ([_what, status, change], { server }) => {
    const row = await taken(server);
    expect(await atOnce(60, () => post(server, CALLER, change(row)))).toEqual({ [status]: 10, 429: 50 });
  });

  test('from one address at once does not delay any other address', async ({ server }) => {
    const row = await taken(server);
    const flood = atOnce(100, () => post(server, CALLER, row));
    const others = await atOnce(20, (index) => post(server, `203.0.113.${index}`, sampleApplication()));
    expect(others).toEqual({ 201: 20 });
    expect(await flood).toEqual({ 409: 10, 429: 90 });
  });
});

describe('an INSERT by a visitor', () => {
  const many = () => [sampleApplication(), sampleApplication()];
  const csv = () => {
    const rows = many();
    const keys = Object.keys(rows[0]!) as (keyof (typeof rows)[0])[];
    return [keys.join(','), ...rows.map((row) => keys.map((key) => row[key]).join(','))].join('\n');
  };
  const count = (server: TestServer) => server.value('select count(*)::int as n from public.applications');

  test.for([
    ['a list', () => JSON.stringify(many()), {}],
    ['CSV', csv, { 'content-type': 'text/csv' }],
    ['a list to be skipped where it is known', () => JSON.stringify(many()), { prefer: 'missing=default' }],
  ] as const)(
    'has one row at most: %s of two is refused and stores nothing',
    async ([_what, body, headers], { server }) => {
      const before = await count(server);
      const { status, text } = await post(server, CALLER, body(), headers);
      expect([status, JSON.parse(text)]).toMatchObject([400, { code: '23514' }]);
      expect(text).toContain('applications_one_row');
      expect(await count(server)).toBe(before);
    },
  );

  test('may be a list of one', async ({ server }) => {
    expect((await post(server, CALLER, [sampleApplication()])).status).toBe(201);
  });

  test('with the secret key may have many', async ({ server }) => {
    expect((await post(server, CALLER, many(), { apikey: server.secretKey })).status).toBe(201);
  });
});

const post = async (
  server: TestServer,
  address: string,
  body: object | string,
  headers: Record<string, string> = {},
) => {
  const response = await submitApplication(server, body, { 'x-forwarded-for': address, ...headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const times = (count: number, status: number) => Array<number>(count).fill(status);
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((each) => [each, statuses.filter((it) => it === each).length]),
  );
/** Returns the count of each status for simultaneous requests. */
const atOnce = async (count: number, send: (index: number) => Promise<{ status: number }>) =>
  tally((await Promise.all(Array.from({ length: count }, (_, index) => send(index)))).map((it) => it.status));

const CALLER = '198.51.100.1';
const taken = async (server: TestServer) => {
  const row = sampleApplication();
  expect((await post(server, '203.0.113.200', row)).status).toBe(201);
  return row;
};
