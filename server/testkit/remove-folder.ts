import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './servers/processes.ts';

/** Removes a folder, a server's once its PostgreSQL has ended, which takes longer than the server where that was killed. */
export async function removeFolder(folder: string): Promise<void> {
  await eventually(() => !isRunningIn(folder));
  // What still writes into it fails no test.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
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
