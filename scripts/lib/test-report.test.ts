import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPlaywright, withReasons } from './test-report.mjs';

it('names the step of a failed browser test, what was looked for, expected and received', () => {
  const message =
    'Error: failed\n\nLocator:  h1\nExpected: "A"\nReceived: "B"\n\nCall log:\n  - waiting for h1';
  const error = { message };
  const steps = [
    { title: 'first' },
    { title: 'outer', error, steps: [{ title: 'inner', error, steps: [] }] },
  ];
  const test = {
    projectName: 'desktop',
    status: 'unexpected',
    annotations: [],
    results: [{ duration: 0, error, steps }],
  };
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  writeFileSync(
    file,
    JSON.stringify({ suites: [{ title: 'a.spec.ts', specs: [{ title: 'rule', tests: [test] }] }] }),
  );
  expect(withReasons('FAILED', readPlaywright(file))).toEqual([
    'FAILED [desktop] a.spec.ts > rule',
    '  outer > inner > Error: failed',
    '    Locator:  h1',
    '    Expected: "A"',
    '    Received: "B"',
  ]);
});
