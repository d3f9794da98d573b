// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns true if a process has this id, whether or not we may signal it. @param {number} pid @returns {boolean} */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Returns when a process began, to tell it from a later one with its id, or null if it has ended. @param {number} pid */
export function startTime(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).trim() || null;
    // The name in parentheses may contain spaces. After it, field 1 is the state and field 20 the start (proc(5)).
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    // A process whose parent has not read its exit code still has an id.
    return /^[XZ]/.test(fields) ? null : (fields.split(' ')[19] ?? null);
  } catch {
    return null;
  }
}
