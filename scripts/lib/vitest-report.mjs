// A reporter for Vitest that writes one entry per test to the file TEST_REPORT, for the summary of npm test.
import { writeFileSync } from 'node:fs';

/**
 * The result of a test. `reason` shows why it failed or was skipped.
 * @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', isFlaky: boolean, reason: string }} TestResult
 * @typedef {import('vitest/node').TestModule} Module
 */

export default class Report {
  /** @param {readonly Module[]} modules @param {readonly import('vitest/node').SerializedError[]} unhandled */
  onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap((module) => [
      ...[...module.children.allTests()].map((test) => describeTest(module, test)),
      // The errors of files that do not load and of failed hooks, whose tests count as skipped.
      ...[module, ...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => failure(`${module.relativeModuleId}, as a whole`, error)),
      ),
    ]);
    const outside = unhandled.map((error) => failure('outside of any test', error));
    const file = process.env['TEST_REPORT'];
    if (file) writeFileSync(file, JSON.stringify([...results, ...outside]));
  }
}

/** A failure that belongs to no test. @param {string} title @param {{ message: string }} error @returns {TestResult} */
const failure = (title, { message }) => ({
  title,
  state: 'failed',
  isFlaky: false,
  reason: message,
});

/** @param {Module} module @param {import('vitest/node').TestCase} test @returns {TestResult} */
function describeTest(module, test) {
  const result = test.result();
  const { flaky = false } = test.diagnostic() ?? {};
  const { skippedFor } = /** @type {{ skippedFor?: string }} */ (test.meta());
  // The first error, because a second try may fail only on what the first one left behind.
  const { message, diff = '' } = result.errors?.[0] ?? {};
  const note = result.state === 'skipped' ? result.note : message && `${message}\n${diff}`;
  return {
    title: `${module.relativeModuleId} > ${test.fullName}`,
    state: result.state === 'passed' || result.state === 'failed' ? result.state : 'skipped',
    isFlaky: flaky,
    reason: skippedFor ?? note ?? 'without a reason',
  };
}
