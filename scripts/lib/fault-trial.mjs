// A copy of the working tree in which faults are tried, so that none is ever in the tree itself.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromRoot, root } from './project.mjs';
import { readTest } from './faults.mjs';
import { listen } from './run.mjs';
import { readPlaywright, readVitest } from './test-report.mjs';

/** A fault may make a test wait for ever. */
const TIMEOUT_MS = 15 * 60_000;

/** Copies the tracked and new files and links the packages; removed when the process ends. @returns {string} its folder */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'solostead-faults-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const args = ['ls-files', '-co', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(fromRoot(name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(fromRoot(file), join(copy, file));
  }
  for (const folder of ['node_modules', 'server/node_modules'].filter((name) => existsSync(fromRoot(name)))) {
    symlinkSync(fromRoot(folder), join(copy, folder));
  }
  return copy;
}

/** @param {string} copy @param {string} test as an entry names it @param {string} report */
function commandOf(copy, test, report) {
  const { file, title, stage } = readTest(test);
  if (stage === 'e2e') {
    const grep = title === '' ? [] : ['--grep', title];
    return {
      args: ['playwright', 'test', '-c', 'tests/playwright.config.ts', ...grep, '-x', '--workers=1', file],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    };
  }
  const reporter = join(copy, 'scripts/lib/vitest-report.mjs');
  const grep = title === '' ? [] : ['-t', title];
  return {
    args: ['vitest', 'run', '--project', stage, '--bail=1', `--reporter=${reporter}`, ...grep, file],
    env: { TEST_REPORT: report },
  };
}

/**
 * Runs a test file, or a stage, in the copy.
 * @param {string} copy @param {string} test as an entry names it; a folder runs all of its stage
 * @returns {Promise<string | null>} the title of the first test that failed; null when all passed
 */
export async function firstFailure(copy, test) {
  const report = join(copy, '.cache', 'fault-report.json');
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { args, env } = commandOf(copy, test, report);
  const [program = '', ...rest] = args;
  const { code, output } = await listen(
    join(copy, 'node_modules/.bin/node'),
    [`${copy}/node_modules/.bin/${program}`, ...rest],
    {
      cwd: copy,
      env: { ...process.env, ...env },
      timeout: TIMEOUT_MS,
    },
  );
  if (code === 0) return null;
  const told = program === 'vitest' ? readVitest(report) : readPlaywright(report);
  const failed = told.find(({ state }) => state === 'failed');
  if (!failed) console.log(output.slice(-2_000));
  return failed?.title ?? `${test} did not run`;
}
