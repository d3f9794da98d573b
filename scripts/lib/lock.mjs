import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file @returns {number} the holder's process id; 0 when nobody holds it */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Takes the lock in one step: a link appears whole, with its holder's id inside, or not at all. */
function tryLock(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Waits until this process alone holds the lock file; one left by a dead process is taken over.
 * @param {string} file
 * @returns {Promise<() => void>} gives the lock back
 */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  while (!tryLock(file)) {
    const holder = holderOf(file);
    if (holder && !isAlive(holder)) rmSync(file, { force: true });
    else await pause(100);
  }
  return () => rmSync(file, { force: true });
}
