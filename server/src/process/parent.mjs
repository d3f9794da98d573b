// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.

/** How often the parent is looked for, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * Ends this process, as SIGTERM would, once its parent is gone: a parent that was killed could hand no signal on.
 * @param {number} parent its process id
 * @returns {void}
 */
export function endWithParent(parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  timer.unref();
}

const FLAG = '--ends-with=';

/**
 * The argument that names the process whose exit ends this one.
 * @param {number} parent
 * @returns {string}
 */
export const endsWith = (parent) => `${FLAG}${parent}`;

/**
 * The parent that the program's arguments name; null when they name none.
 * @returns {number | null}
 */
export function namedParent() {
  const given = process.argv.find((argument) => argument.startsWith(FLAG));
  return given === undefined ? null : Number(given.slice(FLAG.length));
}
