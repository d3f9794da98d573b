import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';

test.each([
  ['sums both runs', 'echo "3 passed, 0 failed"', 'echo "2 passed, 0 failed"', '5 passed, 0 failed', 0],
  [
    'fails with the first run and still makes the second',
    'echo "3 passed, 1 failed"; exit 1',
    'echo "2 passed, 0 failed"',
    '5 passed, 1 failed',
    1,
  ],
  [
    'fails with the second run',
    'echo "3 passed, 0 failed"',
    'echo "1 passed, 1 failed"; exit 1',
    '4 passed, 1 failed',
    1,
  ],
  [
    'counts a run that ends without its sum as a failure',
    'echo "3 passed, 0 failed"',
    'echo "1 passed, 0 failed"; echo killed; exit 137',
    '3 passed, 1 failed',
    1,
  ],
  [
    'counts a failure after the sum',
    'echo "3 passed, 0 failed"; exit 1',
    'echo "2 passed, 0 failed"',
    '5 passed, 1 failed',
    1,
  ],
])('.ci/run %s', (_title, first, second, sum, code) => {
  const folder = newFolder();
  const npm = `#!/bin/sh\nif [ "$*" = test ]; then ${first}; elif [ "$*" = "test -- release" ]; then ${second}; fi\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const { status, stdout } = spawnSync(join(import.meta.dirname, '../.ci/run'), {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  expect([stdout.trimEnd().split('\n').at(-1), status]).toEqual([sum, code]);
});
