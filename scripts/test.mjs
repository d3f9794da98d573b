// Proves the product from a fresh clone: checks, unit, wire, fault, cluster and browser tests, summed in the last line.
import './lib/supported-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { listen, run } from './lib/run.mjs';
import { readPlaywright, readVitest, skippedByReason, slowest } from './lib/test-report.mjs';

const HELP = `npm test [-- STAGE …]: proves the product; last line "N passed, N failed"
  stages: check unit wire faults cluster e2e (default: all)
  cluster needs on Debian 12: apt-get install -y --no-install-recommends \\
    etcd-server patroni python3-etcd haproxy pgbouncer postgresql-15`;

const SLOWEST = 10;
const reports = fromRoot('.cache', 'reports');

/** @typedef {import('./lib/vitest-report.mjs').Told} Told */
/** @typedef {{ code: number, passed: number, failed: number, told: Told[] }} Outcome */

/** @param {readonly Told[]} told @param {Told['state']} wanted */
const countOf = (told, wanted) => told.filter(({ state }) => state === wanted).length;

/** @param {number} code @param {Told[]} told @returns {Outcome} */
const outcome = (code, told) => ({
  code,
  passed: countOf(told, 'passed'),
  failed: countOf(told, 'failed'),
  told,
});

/** @returns {Promise<Outcome>} */
async function checks() {
  const { code, output } = await listen(bin('node'), [fromRoot('scripts', 'check.mjs')], { cwd: root });
  console.log(output.trimEnd());
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  return { code, passed: Number(passed ?? 0), failed: Number(failed ?? 0), told: [] };
}

/**
 * @param {string} project of vitest.config.ts
 * @param {{ args?: readonly string[], env?: Readonly<Record<string, string>> }} [more]
 * @returns {Promise<Outcome>}
 */
async function vitest(project, { args: more = [], env: given = {} } = {}) {
  const file = `${reports}/${[project, ...Object.values(given)].join('-')}.json`;
  const reporter = fromRoot('scripts', 'lib', 'vitest-report.mjs');
  const args = ['run', '--project', project, '--reporter=default', `--reporter=${reporter}`, ...more];
  const env = { ...process.env, ...given, TEST_REPORT: file };
  const code = await run(bin('node'), [bin('vitest'), ...args], { cwd: root, env });
  return outcome(code, readVitest(file));
}

/** Wire tests that are run through a pooler too. */
const pooled = [
  'tests/wire/applications',
  'tests/wire/mail',
  'tests/wire/review',
  'tests/wire/permissions/matrix.test.ts',
  'tests/wire/auth/token',
];

/** The failovers, and then what a pooler could break, through PgBouncer in each of its modes. */
async function cluster() {
  const outcomes = [await vitest('cluster', { args: ['--maxWorkers=1'] })];
  if (outcomes[0].code === 0 && outcomes[0].passed === 0) {
    console.log(HELP.slice(HELP.indexOf('  cluster needs')));
    return outcomes[0];
  }
  for (const mode of ['session', 'transaction'])
    outcomes.push(await vitest('wire', { args: pooled, env: { POOLER: mode } }));
  return outcome(
    Math.max(...outcomes.map(({ code }) => code)),
    outcomes.flatMap(({ told }) => told),
  );
}

/** @returns {Promise<Outcome>} */
async function browser() {
  const file = `${reports}/e2e.json`;
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const args = [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'];
  return outcome(await run(bin('node'), args, { cwd: root, env }), readPlaywright(file));
}

/** @type {Record<string, () => Promise<Outcome>>} */
const stages = {
  check: checks,
  unit: () => vitest('unit'),
  wire: () => vitest('wire'),
  // Most of their time they wait for timeouts and restarts.
  faults: () => vitest('faults', { args: ['--maxWorkers=4'] }),
  cluster,
  e2e: browser,
};

/** @param {string} name @returns {Promise<Outcome & { line: string }>} */
async function runStage(name) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { code, passed, failed, told } = await stages[name]();
  // A runner that fails without a failed test (a broken import, a dead worker) is a failure all the same.
  const failures = failed || (code === 0 && passed + told.length > 0 ? 0 : 1);
  const seconds = Math.round((Date.now() - started) / 1000);
  const line = `== ${name}: ${passed} passed, ${failures} failed in ${seconds} s`;
  console.log(line);
  return { code, passed, failed: failures, told, line };
}

/** @param {readonly string[]} names */
async function main(names) {
  await installWhatIsMissing();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const results = [];
  for (const name of names) results.push(await runStage(name));
  const told = results.flatMap((result) => result.told);
  const flaky = told.filter(({ isFlaky }) => isFlaky).map(({ title }) => title);
  const sum = (/** @type {'passed' | 'failed'} */ what) =>
    results.reduce((total, result) => total + result[what], 0);
  console.log(`\n${results.map(({ line }) => line).join('\n')}`);
  if (told.length > 0) console.log(`the slowest:\n${slowest(told, SLOWEST).join('\n')}`);
  if (flaky.length > 0) console.log(`${flaky.length} flaky, passed at a second try: ${flaky.join('; ')}`);
  console.log(skippedByReason(told));
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.log(names.includes('--help') ? HELP : `Unknown stage: ${unknown.join(', ')}\n${HELP}`);
  process.exit(names.includes('--help') ? 0 : 1);
}
await main(names.length > 0 ? names : Object.keys(stages));
