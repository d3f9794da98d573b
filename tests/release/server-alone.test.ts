import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { linkPackages } from '../../scripts/lib/link-packages.mjs';

test("the server's own checks and tests run without the rest of the repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'server-alone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, '../../server'), join(folder, 'server'), {
    recursive: true,
    filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
  });
  linkPackages(folder);
  for (const program of [
    ['check.mjs'],
    ['test.mjs', 'server-unit', 'src/queue', 'tests/mutations'],
    ['test.mjs', 'server-wire', 'tests/gateway/switches'],
  ]) {
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: join(folder, 'server') });
    expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed$/m);
  }
});
