// Runs a runner of tests, and counts what came of it.
import { bin, fromRoot, root } from './project.mjs';
import { listen, run } from './run.mjs';

/** Where the runners leave their reports. */
export const reports = fromRoot('.cache', 'reports');

/** @typedef {import('./vitest-report.mjs').Told} Told */
/** @typedef {{ code: number, passed: number, failed: number, told: Told[], output: string }} Outcome */

/** @param {readonly Told[]} told @param {Told['state']} wanted */
const countOf = (told, wanted) => told.filter(({ state }) => state === wanted).length;

/** @param {number} code @param {string} output @param {Told[]} told @returns {Outcome} */
export const outcome = (code, output, told) => ({
  code,
  passed: countOf(told, 'passed'),
  failed: countOf(told, 'failed'),
  told,
  output,
});

/**
 * Runs a runner: its words are shown as they come where nothing runs beside it, else kept until it has ended.
 * @param {boolean} isAlone
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} given environment beside our own
 */
export async function runRunner(isAlone, args, given) {
  const options = { cwd: root, env: { ...process.env, ...given } };
  return isAlone
    ? { code: await run(bin('node'), args, options), output: '' }
    : listen(bin('node'), args, options);
}
