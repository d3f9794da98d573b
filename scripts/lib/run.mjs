import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What runs beneath us. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** The signal that ends us. @type {NodeJS.Signals | null} */
let received = null;

/** @param {NodeJS.Signals} signal */
function handOn(signal) {
  received = signal;
  for (const child of children) child.kill(signal);
}

/**
 * Hands signals on to a child and those beside it; once the last has ended after one, so do we, with its exit code.
 * @param {import('node:child_process').ChildProcess} child
 */
function endTogether(child) {
  if (child.pid === undefined) return;
  if (children.size === 0) for (const signal of signals) process.on(signal, handOn);
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    if (children.size > 0) return;
    for (const signal of signals) process.off(signal, handOn);
    if (received) process.exit(code ?? 128 + constants.signals[received]);
  });
}

/**
 * Settles a program's outcome; never once a signal ends us, for what waits for it would begin the next.
 * @template Outcome
 * @param {(outcome: Outcome) => void} resolve
 * @returns {(outcome: Outcome) => void}
 */
const unlessEnding = (resolve) => (outcome) => {
  if (!received) resolve(outcome);
};

/**
 * Runs a program with the terminal's own output. A signal that ends us ends the program first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it could not be started
 */
export function run(program, args, options = {}) {
  return new Promise((settle) => {
    const resolve = unlessEnding(settle);
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    endTogether(child);
    child.once('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program and hands back what it said, on both outputs. A signal that ends us ends the program first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when a signal ended it or it could not be started
 */
export function listen(program, args, options = {}) {
  return new Promise((settle) => {
    const resolve = unlessEnding(settle);
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    endTogether(child);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) =>
      resolve({ code: 1, output: `${program} could not be started: ${error.message}` }),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
