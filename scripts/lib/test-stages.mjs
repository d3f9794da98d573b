// The stages of npm test.
import { bin, fromRoot, root } from './project.mjs';
import { listen, run } from './run.mjs';
import { readPlaywright, readVitest } from './test-report.mjs';

/** The folder for the reports of the runners. */
export const reports = fromRoot('.cache', 'reports');

/** @typedef {import('./vitest-report.mjs').TestResult} TestResult */
/** @typedef {{ code: number, tests: TestResult[], output: string }} Outcome */

/**
 * Runs a test runner. Its output is shown at once if it runs alone, otherwise at its end.
 * @param {boolean} isAlone @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} given additional environment
 */
async function runRunner(isAlone, args, variables) {
  const options = { cwd: root, env: { ...process.env, ...variables } };
  if (!isAlone) return listen(bin('node'), args, options);
  return { code: await run(bin('node'), args, options), output: '' };
}

/**
 * @param {boolean} isAlone
 * @param {string} project of vitest.config.ts
 * @param {{ args?: readonly string[], env?: Readonly<Record<string, string>> }} [options] more arguments, and environment
 * @returns {Promise<Outcome>}
 */
async function runVitest(isAlone, project, { args = [], env = {} } = {}) {
  const file = `${reports}/${[project, ...Object.values(env)].join('-')}.json`;
  const reporters = ['--reporter=default', `--reporter=${fromRoot('scripts', 'lib', 'vitest-report.mjs')}`];
  const all = [bin('vitest'), 'run', '--project', project, ...reporters, ...args];
  return { ...(await runRunner(isAlone, all, { ...env, TEST_REPORT: file })), tests: readVitest(file) };
}

/** @param {readonly string[]} program @returns {Promise<Outcome>} */
async function checks(...program) {
  const { code, output } = await listen(bin('node'), program, { cwd: root });
  const lines = [...output.matchAll(/^(ok|FAILED) +(\S+) \(.+ s\)$/gm)];
  const tests = lines.map(([, result, name]) => ({
    title: `check ${name}`,
    state: /** @type {TestResult['state']} */ (result === 'ok' ? 'passed' : 'failed'),
    isFlaky: false,
    reason: 'its findings are above',
  }));
  return { code, tests, output };
}

/** Tests that also run through a pooler, by their project. */
const pooled = {
  wire: [
    'tests/wire/applications',
    'tests/wire/mail',
    'tests/wire/review',
    'tests/wire/permissions/matrix.test.ts',
  ],
  'server-wire': ['server/tests/auth/token'],
};

/** The failovers, and then what a pooler could break, through PgBouncer in each of its modes. @param {boolean} isAlone */
async function cluster(isAlone) {
  const failovers = await runVitest(isAlone, 'cluster', { args: ['--maxWorkers=1'] });
  // Nothing passes where its programs are missing.
  if (failovers.code === 0 && !failovers.tests.some(({ state }) => state === 'passed')) return failovers;
  const outcomes = [failovers];
  for (const POOLER of ['session', 'transaction'])
    for (const [project, args] of Object.entries(pooled))
      outcomes.push(await runVitest(isAlone, project, { args, env: { POOLER } }));
  return together(outcomes);
}

/** The random models, hostile requests and probing with four times the steps. @param {boolean} isAlone */
async function models(isAlone) {
  const options = { args: ['.model.test', 'fuzz.test', 'probing.test'], env: { TEST_STEPS: '2000' } };
  const server = await runVitest(isAlone, 'server-wire', options);
  const product = await runVitest(isAlone, 'wire', options);
  return together([server, product]);
}

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
const together = (outcomes) => ({
  code: Math.max(...outcomes.map(({ code }) => code)),
  output: outcomes.map(({ output }) => output).join('\n'),
  tests: outcomes.flatMap(({ tests }) => tests),
});

/** @param {boolean} isAlone @param {string} folder of its configuration, in tests @returns {Promise<Outcome>} */
async function browser(isAlone, folder = '') {
  const file = `${reports}/e2e${folder}.json`;
  const args = [bin('playwright'), 'test', '-c', fromRoot('tests', folder, 'playwright.config.ts')];
  // Every worker loads the runner again.
  const NODE_COMPILE_CACHE = fromRoot('.cache', 'compiled-tests');
  const variables = { NODE_COMPILE_CACHE, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return { ...(await runRunner(isAlone, args, variables)), tests: readPlaywright(file) };
}

/** By name. The argument is true if it runs alone. @type {Readonly<Record<string, (isAlone: boolean) => Promise<Outcome>>>} */
export const stages = {
  check: () => checks(fromRoot('scripts', 'check.mjs'), 'product'),
  'server-check': () => checks(fromRoot('server', 'check.mjs')),
  unit: (isAlone) => runVitest(isAlone, 'unit'),
  // Three quarters of its time it waits for threads, timeouts and connections.
  'server-unit': (isAlone) => runVitest(isAlone, 'server-unit', { args: ['--maxWorkers=4'] }),
  // A worker waits for mails, limits and commands a third of its time, and no other stage runs any more.
  wire: (isAlone) => runVitest(isAlone, 'wire', { args: ['--maxWorkers=4'] }),
  'server-wire': (isAlone) => runVitest(isAlone, 'server-wire', { args: ['--maxWorkers=3'] }),
  // Most of their time they wait for timeouts and restarts.
  faults: (isAlone) => runVitest(isAlone, 'faults', { args: ['--maxWorkers=4'] }),
  'server-faults': (isAlone) => runVitest(isAlone, 'server-faults', { args: ['--maxWorkers=4'] }),
  e2e: (isAlone) => browser(isAlone),
  'server-release': (isAlone) => runVitest(isAlone, 'server-release', { args: ['--maxWorkers=3'] }),
  'product-release': (isAlone) => runVitest(isAlone, 'product-release', { args: ['--maxWorkers=3'] }),
  'e2e-release': (isAlone) => browser(isAlone, 'release'),
  models,
  cluster,
};

/** Stages by what they prove. Without names, `npm test` runs the first two. @type {Readonly<Record<string, readonly string[]>>} */
export const suites = {
  server: ['server-check', 'server-unit', 'server-wire', 'server-faults'],
  product: ['check', 'unit', 'wire', 'faults', 'e2e'],
  release: ['server-release', 'product-release', 'e2e-release', 'models', 'cluster'],
};

/**
 * The order of the stages. Rounds run one after the other, and the lanes of a round in parallel.
 * Checks begin a lane, because their findings are quickest to fix. Faults wait most of the time and run in parallel with
 * the others. The cluster runs alone, because it loses its lease on a busy machine.
 */
export const rounds = [
  [
    ['server-unit', 'unit', 'server-wire', 'wire', 'e2e'],
    ['check', 'server-check', 'server-faults', 'faults'],
  ],
  ...suites.release.map((stage) => [[stage]]),
];
