import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { linkedApplicant } from '../../harness/applicant-page.ts';
import { submitApplication } from '../../harness/applications.ts';
import { describe, expect, testLimited, type TestServer } from '../../harness/fixtures.ts';

const test = testLimited();

test.beforeEach(({ server }) => server.sql('delete from private.rate_counts'));

test('refusals with another person’s e-mail leave that person free to apply', async ({ server }) => {
  const { linkedin } = await taken(server);
  const victim = sampleApplication();
  for (let round = 0; round < 5; round += 1)
    expect((await post(server, CALLER, { ...victim, linkedin })).status).toBe(409);
  expect((await post(server, '203.0.113.1', victim)).status).toBe(201);
});

describe('probing who has applied', () => {
  test.for([
    ['duplicates of an e-mail', 409, (row: object) => ({ ...row, linkedin: sampleApplication().linkedin })],
    ['duplicates of a profile', 409, (row: object) => ({ ...row, email: sampleApplication().email })],
    ['applications that a rule refuses', 400, () => ({ ...sampleApplication(), q1: false })],
  ] as const)('is limited to ten answers for 30 %s at once', async ([_what, status, change], { server }) => {
    const row = await taken(server);
    expect(await atOnce(30, () => post(server, CALLER, change(row)))).toEqual({ [status]: 10, 429: 20 });
  });

  test('from one address at once does not delay any other address', async ({ server }) => {
    const row = await taken(server);
    const flood = atOnce(60, () => post(server, CALLER, row));
    const others = await atOnce(20, (index) => post(server, `203.0.113.${index}`, sampleApplication()));
    expect(others).toEqual({ 201: 20 });
    expect(await flood).toEqual({ 409: 10, 429: 50 });
  });
});

test('a change of profile is counted, a change of name is not', async ({ server }) => {
  const { row, secret } = await linkedApplicant(server);
  const { name, linkedin, sectors } = row;
  const correct = async (changes: object) => {
    const { data } = await visitor(server)
      .rest.rpc('my_application_correct', { link_secret: secret, name, linkedin, sectors, ...changes })
      .setHeader('x-forwarded-for', '198.51.100.7');
    return (data as { outcome: string }).outcome;
  };
  const outcomes: string[] = [];
  for (let round = 0; round < 6; round += 1)
    outcomes.push(await correct({ linkedin: `${linkedin}-${round}` }));
  expect(outcomes).toEqual([...Array<string>(5).fill('corrected'), 'too_many_corrections']);
  expect(await correct({ name: 'Better Name', linkedin: `${linkedin}-4` })).toBe('corrected');
});

test('a withdrawal can be undone five times a day and is itself never refused', async ({ server }) => {
  const { secret } = await linkedApplicant(server);
  const call = (name: string, more: object = {}) =>
    visitor(server)
      .rest.rpc(name, { link_secret: secret, ...more })
      .setHeader('x-forwarded-for', '203.0.113.9');
  const outcome = async (name: string, more: object) =>
    ((await call(name, more)).data as { outcome: string }).outcome;
  const undone: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    expect((await call('my_application_withdraw')).data).toMatchObject({ outcome: 'withdrawn' });
    undone.push(await outcome('my_application_undo', { request: 'withdraw' }));
  }
  expect(undone).toEqual([...Array<string>(5).fill('undone'), 'too_many_undos']);
  expect((await call('my_application')).data).toMatchObject({ application: { status: 'withdrawn' } });
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
