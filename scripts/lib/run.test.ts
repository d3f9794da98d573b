import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a signal ends every parallel program before their starter, and begins none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-signals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = (name: string, afterMs: number, code: number) => `
    process.on('SIGTERM', () => setTimeout(() => {
      require('node:fs').writeFileSync(${JSON.stringify(join(folder, name))}, '');
      process.exit(${code});
    }, ${afterMs}));
    require('node:fs').writeFileSync(${JSON.stringify(join(folder, `${name}-up`))}, '');
    setInterval(() => {}, 1000);`;
  const lane = (name: string, afterMs: number, code: number) =>
    `listen(process.execPath, ['-e', ${JSON.stringify(program(name, afterMs, code))}])
       .then(() => listen(process.execPath, ['-e', ${JSON.stringify(program(`after-${name}`, 0, 0))}]))`;
  const args = [
    '--input-type=module',
    '-e',
    `import { listen } from ${JSON.stringify(join(scripts, 'lib/run.mjs'))};
     await Promise.all([${lane('quick', 0, 0)}, ${lane('slow', 1000, 7)}]);`,
  ];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await expect
    .poll(() => readdirSync(folder).toSorted(), { timeout: 10_000 })
    .toEqual(['quick-up', 'slow-up']);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(7);
  expect(readdirSync(folder).toSorted()).toEqual(['quick', 'quick-up', 'slow', 'slow-up']);
});

const scripts = join(import.meta.dirname, '..');
