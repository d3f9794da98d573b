import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from './databases/fresh-data.ts';

/**
 * Makes a folder for a test, or with `afterAll` for a file, and removes it afterwards. Vitest runs the last hook first,
 * so the folder of a file is made before the hook that ends what uses it.
 */
export function newFolder(afterwards: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for data of servers, in memory where there is room, and open to other users. */
export function newDataFolder(afterwards: (remove: () => void) => void = onTestFinished): string {
  const folder = makeTestFolder('solostead-data-');
  chmodSync(folder, 0o755);
  afterwards(() => {
    if (isRunningIn(folder))
      throw new Error(`PostgreSQL still runs in ${folder}: make it before its server's hook`);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Returns true if a PostgreSQL runs on the data of a server, which could write while they are removed. */
function isRunningIn(dataDir: string): boolean {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 0);
    return true;
  } catch {
    return false;
  }
}
