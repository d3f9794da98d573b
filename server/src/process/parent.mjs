// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.

/** The interval of checks for the parent, in milliseconds. */
const EVERY_MS = 1_000;

/**
 * Ends this process like SIGTERM once its parent is gone, because a killed parent could pass on no signal.
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

/** The option of `endsWith`, as `parseArgs` takes it. */
export const parentOption = /** @type {const} */ ({ 'ends-with': { type: 'string' } });

const FLAG = '--ends-with=';

/**
 * The argument that names the process whose exit ends this one.
 * @param {number} parent
 * @returns {string}
 */
export const endsWith = (parent) => `${FLAG}${parent}`;

/** Returns the parent that the program's arguments name, or null. @returns {number | null} */
export function namedParent() {
  const flag = process.argv.find((argument) => argument.startsWith(FLAG));
  return flag === undefined ? null : Number(flag.slice(FLAG.length));
}
