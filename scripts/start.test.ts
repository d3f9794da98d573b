import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '@solostead/server-testkit/network/port-of';

test('npm start in a fresh clone refuses a port in use before it installs packages', async () => {
  const clone = mkdtempSync(join(tmpdir(), 'solostead-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  for (const name of [
    'scripts',
    'server/start.mjs',
    'server/src/process',
    'server/src/configuration',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(root, name), join(clone, name), { recursive: true });
  // In place of npm, which would install.
  mkdirSync(join(clone, 'programs'));
  writeFileSync(join(clone, 'programs/npm'), '#!/bin/sh\necho installed >&2\nexit 1\n');
  chmodSync(join(clone, 'programs/npm'), 0o755);
  const port = await portOf(createServer());
  writeFileSync(join(clone, '.env'), `PORT=${port}\n`);

  const PATH = [join(clone, 'programs'), process.env['PATH']].join(delimiter);
  const start = promisify(execFile)(process.execPath, ['scripts/start.mjs'], { cwd: clone, env: { PATH } });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is taken: stop the program that uses it, or set PORT to another number.\n`,
  });
  expect(existsSync(join(clone, '.cache'))).toBe(false);
});

const root = join(import.meta.dirname, '..');
