// Proves the product from a fresh clone: checks, unit, wire, fault and browser tests, summed in the last line.
import './lib/supported-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { readArguments } from '../server/start.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { skippedByReason, withReasons } from './lib/test-report.mjs';
import { reports, rounds, stages, suites } from './lib/test-stages.mjs';

const help = `npm test [-- SUITE|STAGE …]: runs the tests, all or those named. The last line is "N passed, N failed".

  suites: server (the server alone) and product (the rest), which run by default
          release (upgrades, poolers, proxies, clusters, other engines and other slow tests)
  stages: ${Object.keys(stages).join(' ')}
  TEST_SEED=N repeats the random models of a run that printed it
  tests/README.md lists the programs that the cluster stage needs.`;

let isSummedUp = false;

/** @typedef {{ passed: number, failed: number, tests: import('./lib/vitest-report.mjs').TestResult[], line: string }} Result */

/**
 * Runs a stage. A stage that does not run alone prints its output at its end, so that outputs do not mix.
 * @param {string} name
 * @param {boolean} isAlone
 * @returns {Promise<Result>}
 */
async function runStage(name, isAlone) {
  console.log(`== ${name} …`);
  const started = Date.now();
  const { code, tests, output } = await stages[name](isAlone);
  const passed = tests.filter(({ state }) => state === 'passed').length;
  // A runner that fails without a failed test (a broken import, a dead worker) counts as a failure.
  const failed =
    tests.filter(({ state }) => state === 'failed').length || (code === 0 && tests.length > 0 ? 0 : 1);
  const seconds = Math.round((Date.now() - started) / 1000);
  const line = `== ${name}: ${passed} passed, ${failed} failed in ${seconds} s`;
  console.log(`\n${output.trim()}\n${line}`);
  return { passed, failed, tests, line };
}

/** Stages one after the other. @param {readonly string[]} lane @param {boolean} isAlone */
async function runLane(lane, isAlone) {
  const results = [];
  for (const name of lane) results.push(await runStage(name, isAlone));
  return results;
}

/** @param {ReadonlySet<string>} wanted */
async function runRounds(wanted) {
  const all = [];
  for (const lanes of rounds) {
    const chosen = lanes
      .map((lane) => lane.filter((name) => wanted.has(name)))
      .filter(({ length }) => length > 0);
    const results = await Promise.all(chosen.map((lane) => runLane(lane, chosen.length === 1)));
    all.push(...results.flat());
  }
  return all;
}

/** @param {ReadonlySet<string>} names */
async function main(names) {
  await installWhatIsMissing();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  process.env['TEST_SEED'] ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(`TEST_SEED=${process.env['TEST_SEED']}`);
  const started = Date.now();
  const results = await runRounds(names);
  const tests = results.flatMap((result) => result.tests);
  const flaky = tests.filter(({ isFlaky }) => isFlaky);
  const failed = tests.filter(({ state }) => state === 'failed');
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    results.reduce((total, result) => total + result[what], 0);
  console.log(`\n${results.map(({ line }) => line).join('\n')}`);
  console.log(`== in all ${Math.round((Date.now() - started) / 1000)} s`);
  console.log(skippedByReason(tests));
  console.log(`${flaky.length} flaky, passed at a second try`);
  for (const line of [...withReasons('FLAKY', flaky), ...withReasons('FAILED', failed)]) console.log(line);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  isSummedUp = true;
  process.exit(sum('failed') > 0 ? 1 : 0);
}

const { positionals } = readArguments(help, {}, [...Object.keys(suites), ...Object.keys(stages)]);
const names = positionals.flatMap((name) => suites[name] ?? [name]);
// A run that ends before its summary proves nothing, whatever exit code the interrupted runners return.
process.on('exit', () => {
  if (!isSummedUp) process.exitCode ||= 1;
});
await main(new Set(names.length > 0 ? names : [...suites.server, ...suites.product]));
