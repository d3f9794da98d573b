// Ends what a test run started and removes its folder, also when the run itself is killed: its standard input ends with it.
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const [home = ''] = process.argv.slice(2);

/** @type {Set<number>} */
const groups = new Set();
/** @type {Set<string>} */
const pidFiles = new Set();

/** @param {number} pid @param {NodeJS.Signals} signal */
const send = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { group, ended, pidFile } = JSON.parse(line);
    if (group) groups.add(group);
    if (ended) groups.delete(ended);
    if (pidFile) pidFiles.add(pidFile);
  })
  .on('close', async () => {
    // Agents first, so that none restarts its database.
    for (const group of groups) send(-group, 'SIGKILL');
    for (const file of pidFiles) {
      const [pid] = readLines(file);
      if (pid) for (const signal of /** @type {const} */ (['SIGQUIT', 'SIGCONT'])) send(Number(pid), signal);
    }
    // PostgreSQL removes its file when it has ended.
    for (let tries = 0; tries < 100 && [...pidFiles].some((file) => readLines(file)[0]); tries++)
      await pause(100);
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    process.exit(0);
  });

/** @param {string} file */
function readLines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
