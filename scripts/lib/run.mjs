import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The running children. @type {Set<import('node:child_process').ChildProcess>} */
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
 * Forwards signals to a child. After a signal, this process ends when all children have, with their highest exit code.
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

// Kills the children of a process that ends early.
process.once('exit', () => {
  for (const child of running) child.kill();
});

/** Never resolves. After a signal nothing new is started. @type {Promise<never>} */
const never = new Promise(() => {});

/**
 * Runs a program on this terminal. A signal that ends this process ends all programs first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(text: string) => void} [print] receives piped output, and why the program could not be started
 * @returns {Promise<number>} its exit code, or 1 if a signal ended it or it could not be started
 */
export function run(program, args, options = {}, print = console.error) {
  if (received) return never;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    endTogether(child);
    child.stdout?.on('data', print);
    child.stderr?.on('data', print);
    child.once('error', (error) => {
      print(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program and returns its exit code and both of its outputs.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function listen(program, args, options) {
  let output = '';
  const code = await run(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (text) => {
    output += text;
  });
  return { code, output };
}
