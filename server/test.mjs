// Proves the server alone: its checks and its tests. `npm test -- server-unit src/rest` runs a part.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServer, runProgram } from './check.mjs';
import { readArguments } from './start.mjs';

const PROJECTS = ['server-unit', 'server-wire', 'server-faults'];
/** The slow proofs, which run by name. */
const RELEASE = 'server-release';

/** @param {string} project of vitest.config.ts @param {readonly string[]} files @returns {{ passed: number, failed: number }} */
function test(project, files) {
  const folder = mkdtempSync(join(tmpdir(), 'server-tests-'));
  const outputFile = join(folder, 'report.json');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${outputFile}`,
  ];
  const isOk = runProgram('vitest', 'vitest.mjs', [...args, ...files]);
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(outputFile, 'utf8'));
    // A file that does not load has no tests.
    return { passed, failed: failed || (isOk ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HELP = `npm test [-- PROJECT|FILE …]: runs the checks and the tests of the server, or the tests named
  projects: ${[...PROJECTS, RELEASE].join(' ')}`;

const { positionals: names } = readArguments(HELP, {}, null);
const chosen = [...PROJECTS, RELEASE].filter((project) => names.includes(project));
const files = names.filter((argument) => !chosen.includes(argument));
const results = names.length === 0 ? [checkServer()] : [];
for (const project of chosen.length > 0 ? chosen : PROJECTS) results.push(test(project, files));
const sum = (/** @type {'passed' | 'failed'} */ what) =>
  results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
