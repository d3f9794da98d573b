// A reporter for Vitest that writes one entry per test to the file TEST_REPORT, for the summary of npm test.
import { writeFileSync } from 'node:fs';

/**
 * The result of a test. `reason` tells why it failed or was skipped.
 * @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', seconds: number, isFlaky: boolean, reason: string }} TestResult
 */

export default class Report {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} unhandled errors that no test caused
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env['TEST_REPORT'];
    if (!file) return;
    const results = modules.flatMap((module) => [
      ...[...module.children.allTests()].map((test) => describeTest(module, test)),
      ...[module, ...module.children.allSuites()].flatMap((suite) => reportSuite(module, suite)),
    ]);
    const outside = unhandled.map((error) => reportError('outside of any test', error));
    writeFileSync(file, JSON.stringify([...results, ...outside]));
  }
}

/** A failure that belongs to no test. @param {string} title @param {{ message: string }} error @returns {TestResult} */
const reportError = (title, { message }) => ({
  title,
  state: 'failed',
  seconds: 0,
  isFlaky: false,
  reason: message,
});

/**
 * Returns the errors of files that do not load and of failed hooks, whose tests count as skipped.
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite} suite
 */
const reportSuite = (module, suite) =>
  suite.errors().map((error) => reportError(`${titleOf(module, suite)}, as a whole`, error));

/**
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestModule | import('vitest/node').TestSuite | import('vitest/node').TestCase} task
 */
const titleOf = (module, task) =>
  task.type === 'module' ? module.relativeModuleId : `${module.relativeModuleId} > ${task.fullName}`;

/**
 * The first error, because a second try may fail only on what the first one left behind.
 * @param {import('vitest/node').TestResult} result @returns {string | undefined}
 */
const noteOf = (result) => (result.state === 'skipped' ? result.note : result.errors?.[0]?.message);

/**
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestCase} test
 * @returns {TestResult}
 */
function describeTest(module, test) {
  const result = test.result();
  const facts = test.diagnostic();
  const { skippedFor } = /** @type {{ skippedFor?: string }} */ (test.meta());
  return {
    title: titleOf(module, test),
    state: result.state === 'passed' || result.state === 'failed' ? result.state : 'skipped',
    seconds: (facts?.duration ?? 0) / 1000,
    isFlaky: facts?.flaky ?? false,
    reason: skippedFor ?? noteOf(result) ?? 'without a reason',
  };
}
