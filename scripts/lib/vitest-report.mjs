// A reporter for vitest: writes what npm test sums up, one entry a test, to the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs';

/** @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', seconds: number, isFlaky: boolean, reason: string }} Told `reason` is why it failed or was skipped */

export default class Report {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} unhandled errors that no test caused
   */
  onTestRunEnd(modules, unhandled) {
    const file = process.env['TEST_REPORT'];
    if (!file) return;
    const told = modules.flatMap((module) => [
      ...[...module.children.allTests()].map((test) => tell(module, test)),
      ...module.errors().map((error) => tellError(`${module.relativeModuleId} as a whole`, error)),
    ]);
    const outside = unhandled.map((error) => tellError('outside of any test', error));
    writeFileSync(file, JSON.stringify([...told, ...outside]));
  }
}

/** A failure that belongs to no test: a file that does not load, a hook, a worker that died. @param {string} title @param {{ message: string }} error @returns {Told} */
const tellError = (title, { message }) => ({
  title,
  state: 'failed',
  seconds: 0,
  isFlaky: false,
  reason: message,
});

/** @param {import('vitest/node').TestResult} result @returns {string | undefined} */
const noteOf = (result) => (result.state === 'skipped' ? result.note : result.errors?.at(-1)?.message);

/**
 * @param {import('vitest/node').TestModule} module
 * @param {import('vitest/node').TestCase} test
 * @returns {Told}
 */
function tell(module, test) {
  const result = test.result();
  const facts = test.diagnostic();
  const { skippedFor } = /** @type {{ skippedFor?: string }} */ (test.meta());
  return {
    title: `${module.relativeModuleId} > ${test.fullName}`,
    state: result.state === 'passed' || result.state === 'failed' ? result.state : 'skipped',
    seconds: (facts?.duration ?? 0) / 1000,
    isFlaky: facts?.flaky ?? false,
    reason: skippedFor ?? noteOf(result) ?? 'without a reason',
  };
}
