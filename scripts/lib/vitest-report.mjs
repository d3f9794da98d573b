// A reporter for vitest: writes what npm test sums up, one entry a test, to the file that TEST_REPORT names.
import { writeFileSync } from 'node:fs';

/** @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', seconds: number, isFlaky: boolean, reason: string }} Told */

export default class Report {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env['TEST_REPORT'];
    if (!file) return;
    const told = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => tell(module, test)),
    );
    writeFileSync(file, JSON.stringify(told));
  }
}

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
    reason: skippedFor ?? ('note' in result && result.note ? result.note : 'without a reason'),
  };
}
