import { afterAll, beforeAll } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOfNode, type ProgramAnswer } from '../../../server/tests/harness/answer-of.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

/** A built site of nothing but what it promises. */
const siteDir = mkdtempSync(join(tmpdir(), 'solostead-terms-'));
const test = testStarting({ env: { SITE_DIST: siteDir } });
beforeAll(async () => {
  build(14);
});
afterAll(async () => {
  rmSync(siteDir, { recursive: true });
});
test.afterEach(({ server }) =>
  server.sql('update public.lab_terms set answer_days = 10, declined_months = 6'),
);

describe('pages that promise other times than the database', () => {
  test('are served, with a warning in the log at the start', async ({ server }) => {
    await expect
      .poll(() => server.log.map(({ msg }) => msg))
      .toContain(sentence('answerDays', 14, 'answer_days', 10));
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  test('are reported as wrong by the doctor, term for term', async ({ server }) => {
    await server.sql('update public.lab_terms set declined_months = 12');
    const { code, stdout } = await doctor(server);
    expect(code).toBe(1);
    expect(stdout).toContain(`WRONG   terms: ${sentence('answerDays', 14, 'answer_days', 10)}\n`);
    expect(stdout).toContain(`WRONG   terms: ${sentence('months.declined', 6, 'declined_months', 12)}\n`);
  });
});

test('check:launch refuses content that promises other times than the database', async ({ server }) => {
  expect((await checkLaunch(server)).stdout).not.toContain('lab_terms');
  await server.sql('update public.lab_terms set answer_days = 21');
  const { code, stdout } = await checkLaunch(server);
  expect(code).toBe(1);
  expect(stdout).toContain(`- ${sentence('answerDays', 10, 'answer_days', 21)}\n`);
  expect((await checkLaunch(server, '--site')).stdout).not.toContain('lab_terms');
});

const build = (answerDays: number) =>
  writeFileSync(
    join(siteDir, 'terms.json'),
    JSON.stringify({ answerDays, months: { unconfirmed: 1, declined: 6, withdrawn: 1, accepted: 24 } }),
  );

const sentence = (field: string, said: number, column: string, kept: number) =>
  `site/src/content/terms.yaml says ${field} ${said}, the database's lab_terms.${column} is ${kept}: change one of them, ` +
  'the file with npm run build after it, or the row in the admin area under Settings, Terms.';

const doctor = (server: TestServer) =>
  server.command('doctor').then(
    (stdout) => ({ code: 0, stdout }),
    ({ code, stdout }: ProgramAnswer) => ({ code, stdout }),
  );
const checkLaunch = (server: TestServer, ...args: string[]) =>
  answerOfNode(['scripts/check-launch.mjs', ...args], { env: server.env });
