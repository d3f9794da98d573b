// Tries faults in a copy of the working tree, so that the tree itself never contains one.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTest } from './faults.mjs';
import { linkPackages } from './link-packages.mjs';
import { listFiles } from './list-files.mjs';
import { fromRoot } from './project.mjs';
import { listen } from './run.mjs';
import { readPlaywright, readVitest } from './test-report.mjs';

/** Milliseconds. A fault may make a test wait forever. */
const TIMEOUT_MS = 15 * 60_000;

/** Copies the tracked and new files and links the packages, until the process ends. @returns {string} the folder */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'solostead-faults-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  for (const file of listFiles()) cpSync(fromRoot(file), join(copy, file));
  linkPackages(copy);
  mkdirSync(join(copy, '.cache'));
  return copy;
}

/**
 * Runs a test file, or a folder, in the copy until a test fails.
 * @param {string} copy @param {string} test as an entry names it
 * @returns {Promise<string | null>} the title of the first failed test, or null
 */
export async function firstFailure(copy, test) {
  const { file, title, stage } = readTest(test);
  const isBrowser = stage === 'e2e';
  const program = isBrowser ? 'playwright' : 'vitest';
  const args = isBrowser
    ? ['test', '-c', 'tests/playwright.config.ts', '-x', '--workers=1']
    : ['run', `--project=${stage}`, '--bail=1', '--reporter=./scripts/lib/vitest-report.mjs'];
  if (title !== '') args.push(`${isBrowser ? '--grep' : '--testNamePattern'}=${title}`);
  const report = join(copy, '.cache', 'fault-report.json');
  rmSync(report, { force: true });
  const bin = join(copy, 'node_modules/.bin');
  const { code, output } = await listen(join(bin, 'node'), [join(bin, program), ...args, file], {
    cwd: copy,
    env: { ...process.env, TEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeout: TIMEOUT_MS,
  });
  if (code === 0) return null;
  const failed = (isBrowser ? readPlaywright : readVitest)(report).find(({ state }) => state === 'failed');
  if (!failed) console.log(output.slice(-2_000));
  return failed?.title ?? `${test} did not run`;
}
