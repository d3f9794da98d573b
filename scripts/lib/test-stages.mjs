// The stages of npm test: what each runs, and what came of it.
import { bin, fromRoot, root } from './project.mjs';
import { listen, run } from './run.mjs';
import { readPlaywright, readVitest } from './test-report.mjs';

/** Where the runners leave their reports. */
export const reports = fromRoot('.cache', 'reports');

/** What the cluster stage needs that npm does not bring. */
export const CLUSTER_NEEDS = `  cluster needs on Debian 12: apt-get install -y --no-install-recommends \\
    etcd-server patroni python3-etcd haproxy pgbouncer postgresql-15`;

/** @typedef {import('./vitest-report.mjs').Told} Told */
/** @typedef {{ code: number, passed: number, failed: number, told: Told[], output: string }} Outcome */

/** @param {readonly Told[]} told @param {Told['state']} wanted */
const countOf = (told, wanted) => told.filter(({ state }) => state === wanted).length;

/** @param {number} code @param {string} output @param {Told[]} told @returns {Outcome} */
const outcome = (code, output, told) => ({
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
async function runner(isAlone, args, given) {
  const options = { cwd: root, env: { ...process.env, ...given } };
  return isAlone
    ? { code: await run(bin('node'), args, options), output: '' }
    : listen(bin('node'), args, options);
}

/** @returns {Promise<Outcome>} */
async function checks() {
  const { code, output } = await listen(bin('node'), [fromRoot('scripts', 'check.mjs')], { cwd: root });
  const [, passed, failed] = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? [];
  return { code, passed: Number(passed ?? 0), failed: Number(failed ?? 0), told: [], output };
}

/**
 * @param {boolean} isAlone
 * @param {string} project of vitest.config.ts
 * @param {{ args?: readonly string[], env?: Readonly<Record<string, string>> }} [more]
 * @returns {Promise<Outcome>}
 */
async function vitest(isAlone, project, { args: more = [], env: given = {} } = {}) {
  const file = `${reports}/${[project, ...Object.values(given)].join('-')}.json`;
  const reporter = fromRoot('scripts', 'lib', 'vitest-report.mjs');
  const args = ['run', '--project', project, '--reporter=default', `--reporter=${reporter}`, ...more];
  const { code, output } = await runner(isAlone, [bin('vitest'), ...args], { ...given, TEST_REPORT: file });
  return outcome(code, output, readVitest(file));
}

/** Wire tests that are run through a pooler too. */
const pooled = [
  'tests/wire/applications',
  'tests/wire/mail',
  'tests/wire/review',
  'tests/wire/permissions/matrix.test.ts',
  'tests/wire/auth/token',
];

/** The failovers, and then what a pooler could break, through PgBouncer in each of its modes. @param {boolean} isAlone */
async function cluster(isAlone) {
  const failovers = await vitest(isAlone, 'cluster', { args: ['--maxWorkers=1'] });
  if (failovers.code === 0 && failovers.passed === 0)
    return { ...failovers, output: `${failovers.output}\n${CLUSTER_NEEDS}` };
  const outcomes = [failovers];
  for (const mode of ['session', 'transaction'])
    outcomes.push(await vitest(isAlone, 'wire', { args: pooled, env: { POOLER: mode } }));
  return outcome(
    Math.max(...outcomes.map(({ code }) => code)),
    outcomes.map(({ output }) => output).join('\n'),
    outcomes.flatMap(({ told }) => told),
  );
}

/** @param {boolean} isAlone @returns {Promise<Outcome>} */
async function browser(isAlone) {
  const file = `${reports}/e2e.json`;
  const args = [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'];
  // Every worker loads the runner anew.
  const NODE_COMPILE_CACHE = fromRoot('.cache', 'compiled-tests');
  const given = { NODE_COMPILE_CACHE, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code, output } = await runner(isAlone, args, given);
  return outcome(code, output, readPlaywright(file));
}

/** By name; each is told whether it runs alone. @type {Readonly<Record<string, (isAlone: boolean) => Promise<Outcome>>>} */
export const stages = {
  check: checks,
  unit: (isAlone) => vitest(isAlone, 'unit'),
  // A worker waits for mails, limits and commands a third of its time.
  wire: (isAlone) => vitest(isAlone, 'wire', { args: ['--maxWorkers=3'] }),
  // Most of their time they wait for timeouts and restarts.
  faults: (isAlone) => vitest(isAlone, 'faults', { args: ['--maxWorkers=4'] }),
  cluster,
  e2e: browser,
};

/**
 * The order of stages: a round begins when the one before it has ended, its lanes run side by side, each stage by stage.
 * Checks come first, for what they find is quickest to mend. Faults wait most of the time; what uses the processors runs
 * beside them. A lease of the cluster is lost on a busy machine: that stage runs alone.
 */
export const rounds = [[['check']], [['unit', 'wire', 'e2e'], ['faults']], [['cluster']]];
