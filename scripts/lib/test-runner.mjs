// Runs a runner of tests, and counts what came of it.
import { bin, fromRoot, root } from './project.mjs';
import { listen, run } from './run.mjs';

/** Where the runners leave their reports. */
export const reports = fromRoot('.cache', 'reports');

/** @typedef {import('./vitest-report.mjs').TestResult} TestResult */
/** @typedef {{ code: number, passed: number, failed: number, results: TestResult[], output: string }} Outcome */

/** @param {readonly TestResult[]} results @param {TestResult['state']} wanted */
const countOf = (results, wanted) => results.filter(({ state }) => state === wanted).length;

/** @param {number} code @param {string} output @param {TestResult[]} results @returns {Outcome} */
export const outcome = (code, output, results) => ({
  code,
  passed: countOf(results, 'passed'),
  failed: countOf(results, 'failed'),
  results,
  output,
});

/**
 * Runs a runner: its output is shown at once if it runs alone, otherwise when it has ended.
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
