import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from './databases/fresh-data.ts';

/** Makes a folder for a test, or with `afterAll` for a file, and removes it afterwards. */
export function newFolder(afterwards: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for data of servers, in memory where there is room, and open to other users. */
export function newDataFolder(afterwards: (remove: () => void) => void = onTestFinished): string {
  const folder = makeTestFolder('solostead-data-');
  chmodSync(folder, 0o755);
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
