import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from './databases/fresh-data.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Makes a folder for a test, or with `afterAll` for a file, and removes it afterwards. Vitest runs the last hook first,
 * so the folder of a file is made before the hook that ends what uses it.
 */
export function newFolder(afterwards: (remove: () => Promise<void>) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-'));
  afterwards(() => removeFolder(folder));
  return folder;
}

/** The same for data of servers, in memory where there is room, and open to other users. */
export function newDataFolder(afterwards: (remove: () => Promise<void>) => void = onTestFinished): string {
  const folder = makeTestFolder('solostead-data-');
  chmodSync(folder, 0o755);
  afterwards(() => removeFolder(folder));
  return folder;
}
