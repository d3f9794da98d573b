// Tries faults in a copy of the working tree, so that the tree itself never contains one.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot, root } from './project.mjs';
import { readTest } from './faults.mjs';
import { listen } from './run.mjs';
import { readPlaywright, readVitest } from './test-report.mjs';

/** Milliseconds. A fault may make a test wait forever. */
const TIMEOUT_MS = 15 * 60_000;

/** Copies the tracked and new files and links the packages, until the process ends. @returns {string} the folder */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'solostead-faults-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const args = ['ls-files', '-co', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  const isPresent = (/** @type {string} */ name) => name !== '' && existsSync(fromRoot(name));
  for (const file of files.filter(isPresent)) cpSync(fromRoot(file), join(copy, file));
  for (const folder of ['node_modules', 'server/node_modules'].filter(isPresent)) {
    symlinkSync(fromRoot(folder), join(copy, folder));
  }
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
  const args = isBrowser
    ? [
        'node_modules/.bin/playwright',
        'test',
        '-c',
        'tests/playwright.config.ts',
        '-x',
        '--workers=1',
        `--grep=${title}`,
      ]
    : [
        'node_modules/.bin/vitest',
        'run',
        `--project=${stage}`,
        '--bail=1',
        '--reporter=./scripts/lib/vitest-report.mjs',
      ];
  if (!isBrowser && title !== '') args.push(`--testNamePattern=${title}`);
  const report = join(copy, '.cache', 'fault-report.json');
  rmSync(report, { force: true });
  const { code, output } = await listen(join(copy, 'node_modules/.bin/node'), [...args, file], {
    cwd: copy,
    env: { ...process.env, TEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeout: TIMEOUT_MS,
  });
  if (code === 0) return null;
  const failed = (isBrowser ? readPlaywright : readVitest)(report).find(({ state }) => state === 'failed');
  if (!failed) console.log(output.slice(-2_000));
  return failed?.title ?? `${test} did not run`;
}
