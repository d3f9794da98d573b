import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { answerOfNode } from '@solostead/server-testkit/answer-of';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

/** A built site of nothing but what it promises. */
const siteDir = newFolder(afterAll);
const months = { unconfirmed: 1, declined: 6, withdrawn: 1, accepted: 24, reapply: 3 };
writeFileSync(join(siteDir, 'terms.json'), JSON.stringify({ answerDays: 14, months }));
// Its own server, because its site promises other times.
const test = testStarting({ env: { SITE_DIST: siteDir } });

// doctor.test.ts has what the doctor says of them.
test('pages that promise other times are served, and reported at the start', async ({ server }) => {
  await expect
    .poll(() => server.log.map(({ msg }) => msg))
    .toContain(sentence('answerDays', 14, 'answer_days', 10));
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

test('check:launch refuses content that promises other times than the database', async ({ server }) => {
  await server.sql('update public.lab_terms set answer_days = 21');
  const { code, stdout } = await checkLaunch(server);
  expect(code).toBe(1);
  // In all others they agree.
  expect(stdout.match(/^- .*lab_terms.*$/gm)).toEqual([`- ${sentence('answerDays', 10, 'answer_days', 21)}`]);
  expect((await checkLaunch(server, '--site')).stdout).not.toContain('lab_terms');
});

const sentence = (field: string, onPages: number, column: string, inDatabase: number) =>
  `site/src/content/terms.yaml says ${field} ${onPages}, the database's lab_terms.${column} is ${inDatabase}: change one of them, ` +
  'the file with npm run build after it, or the row in the admin area under Settings, Terms.';

const checkLaunch = (server: TestServer, ...args: string[]) =>
  answerOfNode(['--conditions=source', 'scripts/check-launch.mjs', ...args], { env: server.env });
