// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The holder of a lock file and its purpose. The start time distinguishes a process from a later one with its id.
 * @typedef {{ readonly pid: number, readonly startTime: string | null, readonly purpose: string }} Holder
 */

/**
 * Returns true if a process with this id exists, whether or not we may signal it.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Returns the process's start time as the system writes it, or null if it has ended. One whose parent has not yet read its
 * exit code still has an id.
 * @param {number} pid
 * @returns {string | null}
 */
export function startTime(pid) {
  try {
    // The name in parentheses may contain spaces. The start time is the 20th field after it (proc(5)).
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return /[XZ]/.test(fields[0] ?? '') ? null : (fields[19] ?? null);
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/**
 * Takes the lock at `path` if no living process has it. The file is written atomically, and one of a dead holder is
 * taken over.
 * @param {string} path
 * @param {string} purpose
 * @returns {{ release: () => void } | { heldBy: Holder | null }} the holder is null when it has just left: try again
 */
export function tryLock(path, purpose) {
  const own = JSON.stringify({ pid: process.pid, startTime: startTime(process.pid), purpose });
  if (claim(path, own)) return { release: () => removeOwn(path, own) };
  const found = read(path);
  if (found === null) return { heldBy: null };
  const holder = parse(found);
  if (holder && isLiving(holder)) return { heldBy: holder };
  removeDead(path, found, own);
  return { heldBy: null };
}

/**
 * Returns the holder of the lock at `path`, or null if no living process has it.
 * @param {string} path
 * @returns {Holder | null}
 */
export function holderOf(path) {
  const holder = parse(read(path) ?? '');
  return holder && isLiving(holder) ? holder : null;
}

/**
 * Removes the file of a dead holder. Two processes may see the same dead holder, and the slower must not remove the
 * quicker's new file. So only the process that holds a second lock, named after this file's content, removes it,
 * after reading it once more. A second lock whose holder died is removed in the same way.
 * @param {string} path
 * @param {string} dead the file's content
 * @param {string} own
 */
function removeDead(path, dead, own) {
  const right = `${path}-${createHash('sha256').update(dead).digest('hex').slice(0, 12)}`;
  if (claim(right, own)) {
    if (read(path) === dead) rmSync(path, { force: true });
    rmSync(right, { force: true });
    return;
  }
  const other = read(right);
  if (other === null) return;
  const holder = parse(other);
  if (!holder || !isLiving(holder)) removeDead(right, other, own);
}

/**
 * Makes the file with its content in one step.
 * @param {string} path
 * @param {string} content
 * @returns {boolean} whether there was none
 */
function claim(path, content) {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, content, { mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} path @param {string} own */
function removeOwn(path, own) {
  if (read(path) === own) rmSync(path, { force: true });
}

/** @param {string} path @returns {string | null} null when there is no such file */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * @param {string} content
 * @returns {Holder | null} null when it cannot be read: a holder writes its file whole, so none is there
 */
function parse(content) {
  try {
    const holder = JSON.parse(content);
    return typeof holder?.pid === 'number' ? holder : null;
  } catch {
    return null;
  }
}

/** A process id alone may have passed to another program since. @param {Holder} holder */
const isLiving = ({ pid, startTime: started }) => isAlive(pid) && startTime(pid) === started;
