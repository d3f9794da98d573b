// Proves the product from a fresh clone: checks, unit, wire, fault and browser tests, summed in the last line.
import './lib/supported-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm test [-- STAGE …]: proves the product; last line "N passed, N failed"
  stages: check unit wire faults e2e (default: all)`;

const reports = fromRoot('.cache', 'reports');

/** Runs a program under Node 24 with its output shown, and hands back the output's last line of counts too. */
function runCounting(args) {
  return new Promise((resolve) => {
    const child = spawn(bin('node'), args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.once('exit', (code) => {
      const counts = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
      resolve({ code: code ?? 1, passed: Number(counts?.[1] ?? 0), failed: Number(counts?.[2] ?? 0) });
    });
  });
}

const checks = () => runCounting([fromRoot('scripts', 'check.mjs')]);

/** @param {string} project of vitest.config.ts @param {string[]} more arguments */
async function vitest(project, ...more) {
  const report = `${reports}/${project}.json`;
  const code = await run(
    bin('node'),
    [
      bin('vitest'),
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...more,
    ],
    { cwd: root },
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return { code, passed: numPassedTests, failed: numFailedTests };
}

async function browser() {
  const report = `${reports}/e2e.json`;
  const code = await run(bin('node'), [bin('playwright'), 'test', '-c', 'tests/playwright.config.ts'], {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(report).stats ?? {};
  return { code, passed: expected + flaky, failed: unexpected };
}

/** @param {string} file @returns {Record<string, any>} empty when the runner died before it wrote one */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const stages = {
  check: checks,
  unit: () => vitest('unit'),
  wire: () => vitest('wire'),
  // Most of their time they wait for timeouts and restarts.
  faults: () => vitest('faults', '--maxWorkers=4'),
  e2e: browser,
};

async function main(names) {
  await installWhatIsMissing();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const total = { passed: 0, failed: 0 };
  for (const name of names) {
    console.log(`\n== ${name}`);
    const started = Date.now();
    const { code, passed, failed } = await stages[name]();
    // A runner that fails without a failed test (a broken import, a dead worker) is a failure all the same.
    const failures = failed || (code === 0 && passed > 0 ? 0 : 1);
    total.passed += passed;
    total.failed += failures;
    console.log(
      `== ${name}: ${passed} passed, ${failures} failed in ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 ? 1 : 0);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.log(names.includes('--help') ? HELP : `Unknown stage: ${unknown.join(', ')}\n${HELP}`);
  process.exit(names.includes('--help') ? 0 : 1);
}
await main(names.length > 0 ? names : Object.keys(stages));
