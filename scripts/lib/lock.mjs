import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tryLock } from '../../server/src/process/lock-file.mjs';

/**
 * Waits until this process alone holds the lock file; one left by a dead process is taken over.
 * @param {string} file
 * @returns {Promise<() => void>} gives the lock back
 */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    const lock = tryLock(file, 'script');
    if ('release' in lock) return lock.release;
    await pause(lock.heldBy ? 100 : 1);
  }
}
