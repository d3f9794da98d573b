// Checks the server alone: types, lint, import directions and format. `node check.mjs lint` runs a part.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readArguments } from './start.mjs';

/** The folders of packages, the nearest first. */
const places = createRequire(import.meta.url).resolve.paths('a-package') ?? [];
/** The Node that npm installed, which the programs need. */
const node =
  places.map((folder) => join(folder, '.bin/node')).find((path) => existsSync(path)) ?? process.execPath;

/** Runs a program of a package with Node and shows its output. @param {string} name @param {string} program @param {readonly string[]} args */
export function runProgram(name, program, args) {
  const file = places.map((folder) => join(folder, name, program)).find((path) => existsSync(path));
  if (!file) throw new Error(`The package ${name} is missing: run npm install.`);
  const { status } = spawnSync(node, [file, ...args], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
  return status === 0;
}

/** @type {Record<string, () => boolean>} */
const checks = {
  types: () => runProgram('typescript-7', 'bin/tsc', ['-p', 'tsconfig.json']),
  lint: () =>
    runProgram('oxlint', 'bin/oxlint', ['--quiet', '--report-unused-disable-directives-severity=error']),
  directions: () =>
    runProgram('dependency-cruiser', 'bin/dependency-cruiser.mjs', [
      ...['--no-progress', 'src', 'tests', 'testkit'],
    ]),
  format: () => runProgram('oxfmt', 'bin/oxfmt', ['--check', '.']),
};

/** Runs checks and prints a line for each. @param {readonly string[]} [names] @returns {{ passed: number, failed: number }} */
export function checkServer(names = []) {
  const results = { passed: 0, failed: 0 };
  for (const name of names.length > 0 ? names : Object.keys(checks)) {
    const started = Date.now();
    const isOk = checks[name]?.() ?? false;
    results[isOk ? 'passed' : 'failed'] += 1;
    console.log(
      `${isOk ? 'ok    ' : 'FAILED'} server-${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
    );
  }
  return results;
}

const HELP = `node check.mjs [NAME …]: runs the checks of the server, all or those named: ${Object.keys(checks).join(' ')}`;

if (process.argv[1] === import.meta.filename) {
  const { positionals } = readArguments(HELP, {}, Object.keys(checks));
  const { passed, failed } = checkServer(positionals);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
