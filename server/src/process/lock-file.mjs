// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, startTime } from './alive.mjs';

/** @typedef {{ readonly pid: number, readonly startTime: string | null, readonly purpose: string }} Holder */

/**
 * Takes the lock at `path` if no living process has it. Its file is written whole. After a dead holder, try again.
 * @param {string} path @param {string} purpose @returns {{ release: () => void } | { heldBy: Holder | null }}
 */
export function tryLock(path, purpose) {
  const own = JSON.stringify({ pid: process.pid, startTime: startTime(process.pid), purpose });
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, own, { mode: 0o600 });
    linkSync(draft, path);
    return { release: () => void (textOf(path) === own && rmSync(path, { force: true })) };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const heldBy = holderOf(path);
  if (!heldBy) removeDead(path);
  return { heldBy };
}

/** Returns the holder of the lock at `path`, or null if no living process has it. @param {string} path */
export const holderOf = (path) => livingIn(textOf(path));

/** Removes a dead holder's file under a second lock. A slower process could remove that of a quicker one. @param {string} path */
function removeDead(path) {
  const right = tryLock(`${path}.dead`, 'script');
  if (!('release' in right)) return;
  const text = textOf(path);
  if (text !== null && !livingIn(text)) rmSync(path, { force: true });
  right.release();
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/** @param {string | null} text @returns {Holder | null} */
function livingIn(text) {
  try {
    const holder = JSON.parse(text ?? '');
    return isAlive(holder.pid) && startTime(holder.pid) === holder.startTime ? holder : null;
  } catch {
    return null;
  }
}
