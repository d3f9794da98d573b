// Converts the runners' reports to one form.
import { stripVTControlCharacters } from 'node:util';
import { readJson } from './read-json.mjs';

/** @typedef {import('./vitest-report.mjs').TestResult} TestResult */

/** @param {string} file written by vitest-report.mjs, missing if the runner died @returns {TestResult[]} */
export const readVitest = (file) => readJson(file) ?? [];

/** @param {string} file written by Playwright's JSON reporter @returns {TestResult[]} */
export function readPlaywright(file) {
  return (readJson(file)?.suites ?? []).flatMap((/** @type {any} */ suite) => reportSuite(suite, []));
}

const add = (/** @type {number} */ one, /** @type {number} */ other) => one + other;
const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

/** @param {any} suite @param {string[]} titles of the suites around it @returns {TestResult[]} */
function reportSuite(suite, titles) {
  const path = [...titles, suite.title];
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      title: `[${test.projectName}] ${[...path, spec.title].join(' > ')}`,
      state: states[/** @type {keyof typeof states} */ (test.status)],
      seconds: test.results.map((/** @type {any} */ run) => run.duration / 1000).reduce(add, 0),
      isFlaky: test.status === 'flaky',
      reason:
        test.annotations.find((/** @type {any} */ { type }) => type === 'skip')?.description ??
        test.results.find((/** @type {any} */ { error }) => error)?.error.message ??
        'without a reason',
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => reportSuite(inner, path))];
}

/** @param {readonly TestResult[]} results @returns {string} "32 skipped: 12 no HAProxy here, 20 not for phones"; "0 skipped" */
export function skippedByReason(results) {
  const skipped = results.filter(({ state }) => state === 'skipped');
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const reasons = sorted.map(([reason, count]) => `${count} ${reason}`).join(', ');
  return `${skipped.length} skipped${reasons && `: ${reasons}`}`;
}

/** @param {string} word before each @param {readonly TestResult[]} results @returns {string[]} two lines each: the test, and the first line of its reason */
export const withReasons = (word, results) =>
  results.map(
    ({ title, reason }) => `${word} ${title}\n  ${stripVTControlCharacters(reason).split('\n')[0]}`,
  );

/** @param {readonly TestResult[]} results @param {number} count @returns {string[]} a line each, the slowest first */
export const slowest = (results, count) =>
  results
    .filter(({ seconds }) => seconds > 0)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ seconds, title }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`);
