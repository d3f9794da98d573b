// Runs a test runner and counts its results.
import { bin, fromRoot, root } from './project.mjs';
import { listen, run } from './run.mjs';

/** The folder for the reports of the runners. */
export const reports = fromRoot('.cache', 'reports');

/** @typedef {import('./vitest-report.mjs').TestResult} TestResult */
/** @typedef {{ code: number, passed: number, failed: number, tests: TestResult[], output: string }} Outcome */

/** @param {readonly TestResult[]} tests @param {TestResult['state']} wanted */
const countOf = (tests, wanted) => tests.filter(({ state }) => state === wanted).length;

/** @param {number} code @param {string} output @param {TestResult[]} tests @returns {Outcome} */
export const outcome = (code, output, tests) => ({
  code,
  passed: countOf(tests, 'passed'),
  failed: countOf(tests, 'failed'),
  tests,
  output,
});

/**
 * Runs a test runner. Its output is shown at once if it runs alone, otherwise at its end.
 * @param {boolean} isAlone
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} given additional environment
 */
export async function runRunner(isAlone, args, given) {
  const options = { cwd: root, env: { ...process.env, ...given } };
  return isAlone
    ? { code: await run(bin('node'), args, options), output: '' }
    : listen(bin('node'), args, options);
}
