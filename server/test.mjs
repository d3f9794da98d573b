// Proves the server alone: its types and its tests. `npm test -- server-unit src/rest` runs a part.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECTS = ['server-unit', 'server-wire', 'server-faults'];
const { resolve } = createRequire(import.meta.url);

/** Runs a program of a package with Node and shows its output. @param {string} name @param {string} program @param {readonly string[]} args */
function run(name, program, args) {
  const file = join(resolve(`${name}/package.json`), '..', program);
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
  return status === 0;
}

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
  const isOk = run('vitest', 'vitest.mjs', [...args, ...files]);
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

const given = process.argv.slice(2);
const chosen = PROJECTS.filter((project) => given.includes(project));
const files = given.filter((argument) => !PROJECTS.includes(argument));
const isWhole = given.length === 0;
const types = isWhole && !run('typescript-7', 'bin/tsc', ['-p', 'tsconfig.json']);
const results = (chosen.length > 0 ? chosen : PROJECTS).map((project) => test(project, files));
const sum = (/** @type {'passed' | 'failed'} */ what) =>
  results.reduce((total, result) => total + result[what], 0);
const failed = sum('failed') + (types ? 1 : 0);
console.log(`${sum('passed') + (isWhole && !types ? 1 : 0)} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
