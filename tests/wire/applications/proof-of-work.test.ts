import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { applicationHeaders } from '@solostead/contract/headers';
import { sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, testLimited, type TestServer } from '../../harness/fixtures.ts';
import { postJson } from '@solostead/server-testkit/network/post-json';

const test = testLimited();

test.beforeAll(async ({ server }) => {
  // Two digits instead of four: the same work, 256 times less of it.
  await server.sql(`update private.form_protection set proof_of_work = true, proof_prefix = '00'`);
  await server.sql(
    'update private.rate_limits set per_caller = 1000, per_network = 1000, per_everyone = null',
  );
});
test.beforeEach(({ server }) => server.sql('delete from private.spent_proofs'));

describe('while proof of work is on', () => {
  test('a challenge solved by the library is accepted once of many simultaneous uses', async ({ server }) => {
    const proof = await solved(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(server, proof)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(403)]);
    expect(await (await apply(server, proof)).json()).toMatchObject({ code: 'proof_needed' });
  });

  test('a duplicate uses up a solution too', async ({ server }) => {
    const row = sampleApplication();
    await apply(server, await solved(server), row);
    const proof = await solved(server);
    expect((await apply(server, proof, row)).status).toBe(409);
    expect((await apply(server, proof)).status).toBe(403);
  });

  test('an expired solution is refused', async ({ server }) => {
    const proof = await solved(server);
    await server.sql(`update private.form_protection set proof_prefix = proof_prefix`);
    const past = Math.floor(Date.now() / 1000) - 1;
    const signature = await server.value<string>`
        select private.challenge_signature(${proof['nonce']}, ${proof['salt']}, ${past}, '00') as signature`;
    expect((await apply(server, { ...proof, expiresAt: past, signature })).status).toBe(403);
  });

  test.for<[string, (proof: Proof) => Proof | string]>([
    // The library tries them in order, so that the one before is no solution. The one after is, once in 256.
    ['the counter before', (proof) => ({ ...proof, counter: Number(proof['counter']) - 1 })],
    ['a counter out of range', (proof) => ({ ...proof, counter: Number(proof['counter']) + 2 ** 32 })],
    ['a counter that is no number', (proof) => ({ ...proof, counter: 'x' })],
    ['no counter', ({ counter: _counter, ...proof }) => proof],
    ['another nonce', (proof) => ({ ...proof, nonce: '00'.repeat(16) })],
    ['no nonce', ({ nonce: _nonce, ...proof }) => proof],
    ['a later expiry', (proof) => ({ ...proof, expiresAt: Number(proof['expiresAt']) + 1 })],
    ['no expiry', ({ expiresAt: _expiresAt, ...proof }) => proof],
    ['another signature', (proof) => ({ ...proof, signature: '0'.repeat(64) })],
    ['no signature', ({ signature: _signature, ...proof }) => proof],
    ['only nulls', () => ({ nonce: null, salt: null, expiresAt: null, counter: null, signature: null })],
    ['no JSON', () => '{'],
    ['a list', () => '[]'],
    ['nothing', () => ''],
  ])('a solution with %s is refused', async ([_what, change], { server }) => {
    expect((await apply(server, change(await solved(server)))).status).toBe(403);
  });
});

test('while proof of work is off, no challenge is given and none is needed', async ({ server }) => {
  await server.sql('update private.form_protection set proof_of_work = false');
  expect(await challenge(server)).toBeNull();
  expect((await call(server, 'applications', sampleApplication())).status).toBe(201);
});

const call = (server: TestServer, path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(server, `/rest/v1/${path}`, body, headers);
const challenge = async (server: TestServer) =>
  (await (await call(server, 'rpc/application_challenge', {})).json()) as Challenge;

type Proof = Record<string, unknown>;

/** Solves the challenge like the form's worker. */
async function solved(server: TestServer): Promise<Proof> {
  const puzzle = await challenge(server);
  const solution = await solveChallenge({ challenge: puzzle, deriveKey });
  const { nonce, salt, expiresAt } = puzzle.parameters;
  return { nonce, salt, expiresAt, counter: solution!.counter, signature: puzzle.signature };
}
const apply = (server: TestServer, proof: Proof | string, row: object = sampleApplication()) =>
  call(server, 'applications', row, {
    [applicationHeaders.proof]: typeof proof === 'string' ? proof : JSON.stringify(proof),
  });
