import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../harness/servers/processes.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'side-by-side-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends at once. */
const QUICK = 'setInterval(() => {}, 1000)';

/** Says more than a pipe holds, and then tidies up, as a runner of tests does. */
const SLOW = `
  const { writeFileSync } = require('node:fs');
  process.on('SIGTERM', () => setTimeout(() => {
    console.log('tidying'.repeat(20_000));
    setTimeout(() => { writeFileSync('tidied', ''); process.exit(3); }, 100);
  }, 500));
  setInterval(() => {}, 1000);
  writeFileSync('ready', '');`;

const script = `
  import { listen } from ${JSON.stringify(join(root, 'scripts/lib/run.mjs'))};
  const lane = async (...programs) => {
    for (const program of programs) await listen(process.execPath, ['-e', program]);
  };
  await Promise.all([
    lane(${JSON.stringify(QUICK)}, 'require("node:fs").writeFileSync("next", "")'),
    lane(${JSON.stringify(SLOW)}),
  ]);`;

test('a signal ends programs that run side by side, waits for the last of them and begins no other', async () => {
  const all = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  await eventually(() => existsSync(join(folder, 'ready')));
  all.kill('SIGTERM');
  const [code] = await once(all, 'exit');
  expect(['tidied', 'next'].map((file) => existsSync(join(folder, file)))).toEqual([true, false]);
  expect(code).toBe(3);
});
