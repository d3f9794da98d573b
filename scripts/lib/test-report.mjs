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

const states = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };

/** @param {any} part a failed try, or a failed step @returns {string[]} the titles of the failed step and of those in it */
function failedSteps({ steps = [] }) {
  const failed = steps.find((/** @type {any} */ { error }) => error);
  return failed ? [failed.title, ...failedSteps(failed)] : [];
}

/** @param {any} run a failed try of a test @returns {string} its error, after the steps that lead to it */
const reasonOf = (run) => [...failedSteps(run), run.error.message.split('\nCall log:')[0]].join(' > ');

/** @param {any} suite @param {string[]} titles of the suites around it @returns {TestResult[]} */
function reportSuite(suite, titles) {
  const path = [...titles, suite.title];
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => ({
      title: `[${test.projectName}] ${[...path, spec.title].join(' > ')}`,
      state: states[/** @type {keyof typeof states} */ (test.status)],
      isFlaky: test.status === 'flaky',
      reason:
        test.annotations.find((/** @type {any} */ { type }) => type === 'skip')?.description ??
        test.results.filter((/** @type {any} */ { error }) => error).map(reasonOf)[0] ??
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

/** Lines of a reason that name what was looked for, expected and received. */
const TELLING = /^(Locator|Expected|Received|[-+])/;
const MAX_LINES = 8;

/** @param {string} word before each @param {readonly TestResult[]} results @returns {string[]} the test, the first line of its reason, and what was expected and received */
export const withReasons = (word, results) =>
  results.flatMap(({ title, reason }) => {
    const [first, ...more] = stripVTControlCharacters(reason).split('\n');
    const telling = more.map((line) => line.trim()).filter((line) => TELLING.test(line));
    return [`${word} ${title}`, `  ${first}`, ...telling.slice(0, MAX_LINES).map((line) => `    ${line}`)];
  });
