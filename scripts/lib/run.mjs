import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Hands signals on to a child; once it has ended after one, so do we, with its exit code.
 * @param {import('node:child_process').ChildProcess} child
 */
function endTogether(child) {
  /** @type {NodeJS.Signals | null} */
  let received = null;
  /** @param {NodeJS.Signals} signal */
  const handOn = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, handOn);
  child.once('exit', (code) => {
    for (const signal of signals) process.off(signal, handOn);
    if (received) process.exit(code ?? 128 + constants.signals[received]);
  });
}

/**
 * Runs a program with the terminal's own output. A signal that ends us ends the program first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it could not be started
 */
export function run(program, args, options = {}) {
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
 * Runs a program and hands back what it said, on both outputs. A signal that ends us ends the program first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 when a signal ended it or it could not be started
 */
export function listen(program, args, options = {}) {
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
