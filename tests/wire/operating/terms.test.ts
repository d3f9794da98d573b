import { afterAll, beforeAll } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOfNode } from '../../../server/tests/harness/answer-of.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

/** A built site of nothing but what it promises. */
const siteDir = mkdtempSync(join(tmpdir(), 'solostead-terms-'));
const test = testStarting({ env: { SITE_DIST: siteDir } });
const months = { unconfirmed: 1, declined: 6, withdrawn: 1, accepted: 24 };
beforeAll(() => writeFileSync(join(siteDir, 'terms.json'), JSON.stringify({ answerDays: 14, months })));
afterAll(() => rmSync(siteDir, { recursive: true }));
test.afterEach(({ server }) =>
  server.sql('update public.lab_terms set answer_days = 10, declined_months = 6'),
);

test('pages that promise other times than the database are served, and reported at the start and by the doctor', async ({
  server,
}) => {
  await expect
    .poll(() => server.log.map(({ msg }) => msg))
    .toContain(sentence('answerDays', 14, 'answer_days', 10));
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  await server.sql('update public.lab_terms set declined_months = 12');
  const failure = await server.command('doctor').catch((error: { stdout: string }) => error);
  for (const said of [
    sentence('answerDays', 14, 'answer_days', 10),
    sentence('months.declined', 6, 'declined_months', 12),
  ])
    expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining(`WRONG   terms: ${said}\n`) });
});

test('check:launch refuses content that promises other times than the database', async ({ server }) => {
  expect((await checkLaunch(server)).stdout).not.toContain('lab_terms');
  await server.sql('update public.lab_terms set answer_days = 21');
  const { code, stdout } = await checkLaunch(server);
  expect(code).toBe(1);
  expect(stdout).toContain(`- ${sentence('answerDays', 10, 'answer_days', 21)}\n`);
  expect((await checkLaunch(server, '--site')).stdout).not.toContain('lab_terms');
});

const sentence = (field: string, said: number, column: string, kept: number) =>
  `site/src/content/terms.yaml says ${field} ${said}, the database's lab_terms.${column} is ${kept}: change one of them, ` +
  'the file with npm run build after it, or the row in the admin area under Settings, Terms.';

const checkLaunch = (server: TestServer, ...args: string[]) =>
  answerOfNode(['scripts/check-launch.mjs', ...args], { env: server.env });
