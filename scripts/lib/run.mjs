import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The children that have not ended. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | null} */
let received = null;
let exitCode = 0;

/** @param {NodeJS.Signals} signal */
function handOn(signal) {
  received = signal;
  for (const child of running) child.kill(signal);
}

/**
 * Hands signals on to a child; once all children have ended after one, so do we, with the highest of their exit codes.
 * @param {import('node:child_process').ChildProcess} child
 */
function endTogether(child) {
  if (running.size === 0) for (const signal of signals) process.on(signal, handOn);
  running.add(child);
  /** @param {number | null} code */
  const onEnd = (code) => {
    if (!running.delete(child)) return;
    if (received) exitCode = Math.max(exitCode, code ?? 128 + constants.signals[received]);
    if (running.size > 0) return;
    for (const signal of signals) process.off(signal, handOn);
    if (received) process.exit(exitCode);
  };
  child.once('exit', onEnd);
  child.once('error', () => onEnd(1));
}

// A process that ends in the middle leaves none of them running.
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** After a signal nothing is begun: we end as soon as what runs has ended. @type {Promise<never>} */
const never = new Promise(() => {});

/**
 * Runs a program with the terminal's own output. A signal that ends us ends all programs first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it could not be started
 */
export function run(program, args, options = {}) {
  if (received) return never;
  return new Promise((resolve) => {
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
 * Runs a program and hands back what it said, on both outputs. A signal that ends us ends all programs first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when a signal ended it or it could not be started
 */
export function listen(program, args, options = {}) {
  if (received) return never;
  return new Promise((resolve) => {
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
