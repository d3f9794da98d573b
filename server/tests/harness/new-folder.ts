import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder for a test, or with `afterAll` for a file, and removes it afterwards. */
export function newFolder(afterwards: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
