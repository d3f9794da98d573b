import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tryLock } from '../../server/start.mjs';

/**
 * Waits until this process holds the lock file. The file of a dead process is taken over.
 * @param {string} file
 * @returns {Promise<() => void>} releases the lock
 */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    const lock = tryLock(file, 'script');
    if ('release' in lock) return lock.release;
    await pause(lock.heldBy ? 100 : 1);
  }
}
