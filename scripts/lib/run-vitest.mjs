// Runs Vitest, and in CI once more what failed.
import { rmSync } from 'node:fs';
import { bin, fromRoot } from './project.mjs';
import { failedFiles, readVitest, withSecondTry } from './test-report.mjs';
import { outcome, reports, runRunner } from './test-runner.mjs';

/** @typedef {import('./test-runner.mjs').Outcome} Outcome */

/**
 * How Vitest is run: `files` of the project, or all.
 * @typedef {{ files?: readonly string[], args?: readonly string[], env?: Readonly<Record<string, string>> }} VitestOptions
 */

/**
 * @param {boolean} isAlone
 * @param {string} project of vitest.config.ts
 * @param {VitestOptions} [options]
 * @returns {Promise<Outcome>}
 */
async function runOnce(isAlone, project, { files = [], args: more = [], env: given = {} } = {}) {
  const file = `${reports}/${[project, ...Object.values(given)].join('-')}.json`;
  rmSync(file, { force: true });
  const reporter = fromRoot('scripts', 'lib', 'vitest-report.mjs');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    `--reporter=${reporter}`,
    ...more,
    ...files,
  ];
  const { code, output } = await runRunner(isAlone, [bin('vitest'), ...args], {
    ...given,
    TEST_REPORT: file,
  });
  return outcome(code, output, readVitest(file));
}

/** CI machines are shared and noisy; more files than this fail for a reason. */
const MAX_SECOND_TRIES = 3;

/** In CI, files that fail are tried once more, hooks and all, when the others have ended. @type {typeof runOnce} */
export async function runVitest(isAlone, project, options = {}) {
  const first = await runOnce(isAlone, project, options);
  const files = failedFiles(first.told);
  if (!process.env.CI || files.length === 0 || files.length > MAX_SECOND_TRIES) return first;
  console.log(`== ${project}, once more: ${files.join(' ')} …`);
  const second = await runOnce(isAlone, project, { ...options, files });
  return outcome(second.code, `${first.output}\n${second.output}`, withSecondTry(first.told, second.told));
}
