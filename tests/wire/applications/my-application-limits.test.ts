import {
  isEvidenceValid,
  MAX_EVIDENCE_LENGTH,
} from '../../../supabase/functions/_shared/contract/evidence.ts';
import { visitor } from '../../harness/applicant.ts';
import { callPage, confirmedApplicant } from '../../harness/applicant-page.ts';
import { expect, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' } });

test('attempts of one network at links are limited, whether the links work or not', async ({ server }) => {
  const { secret } = await confirmedApplicant(server);
  const open = (link_secret: string, from: string) =>
    visitor(server).rest.rpc('my_application', { link_secret }).setHeader('x-forwarded-for', from);
  const statuses = [];
  for (let attempt = 0; attempt < 121; attempt += 1) statuses.push((await open('x', '192.0.2.7')).status);
  expect(statuses).toEqual([...Array(120).fill(200), 429]);
  const { status, error } = await open(secret, '192.0.2.7');
  expect([status, error?.code]).toEqual([429, 'too_many_requests']);
  expect((await open(secret, '192.0.2.8')).data).toMatchObject({ outcome: 'open' });
});

test('a change of profile counts like an application, a change of name does not', async ({ server }) => {
  const { row, secret } = await confirmedApplicant(server);
  const correct = (given: object) =>
    visitor(server)
      .rest.rpc('my_application_correct', {
        link_secret: secret,
        name: row.name,
        linkedin: row.linkedin,
        sectors: row.sectors,
        ...given,
      })
      .setHeader('x-forwarded-for', '198.51.100.7');
  const statuses = [];
  for (let round = 0; round < 11; round += 1)
    statuses.push((await correct({ linkedin: `${row.linkedin}-${round}` })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  expect((await correct({ name: 'Better Name', linkedin: `${row.linkedin}-9` })).data).toMatchObject({
    outcome: 'corrected',
  });
});

const samples = [
  ['https://one.example', 'Words.'],
  ['https://one.example:8443/a?b=c#d', 'x'.repeat(MAX_EVIDENCE_LENGTH)],
  ['http://one.example', 'Words.'],
  ['https://one', 'Words.'],
  ['https://user@one.example', 'Words.'],
  ['https://one.example/"', 'Words.'],
  ['https://one.example/<b>', 'Words.'],
  ['https://one.example/ü', 'Words.'],
  ['javascript:alert(1)', 'Words.'],
  [`https://one.example/${'x'.repeat(MAX_EVIDENCE_LENGTH)}`, 'Words.'],
  ['https://one.example', 'x'],
  ['https://one.example', '\u200b\u200b'],
  ['https://one.example', 'x'.repeat(MAX_EVIDENCE_LENGTH + 1)],
] as const;

test('evidence has the same rules in the table and on the page', async ({ server }) => {
  const { secret } = await confirmedApplicant(server);
  const rules = samples.map(
    ([link, words]) => isEvidenceValid('link', link) && isEvidenceValid('words', words),
  );
  const answers = [];
  for (const [link, words] of samples)
    answers.push(await callPage(server, 'show', secret, { link, repository: link, words }));
  expect(answers.map(({ outcome }) => outcome)).toEqual(
    rules.map((isTaken) => (isTaken ? 'shown' : 'invalid')),
  );
  expect(new Set(answers.map(({ field }) => field))).toEqual(new Set([undefined, 'link', 'words']));
});

test('a withdrawal can be undone five times a day and is itself never refused', async ({ server }) => {
  const { secret } = await confirmedApplicant(server);
  const call = (name: string, more: object = {}) =>
    visitor(server)
      .rest.rpc(name, { link_secret: secret, ...more })
      .setHeader('x-forwarded-for', '203.0.113.9');
  const undone = [];
  for (let round = 0; round < 6; round += 1) {
    expect((await call('my_application_withdraw')).data).toMatchObject({ outcome: 'withdrawn' });
    undone.push((await call('my_application_undo', { request: 'withdraw' })).status);
  }
  expect(undone).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await call('my_application')).data).toMatchObject({ application: { status: 'withdrawn' } });
});
