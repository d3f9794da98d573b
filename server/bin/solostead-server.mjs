#!/usr/bin/env node
// Runs the server's program under the Node 24 that npm installed, on the project in the current folder. Parses under Node 20.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The Node 24 of the platform's package, or the running one if it is new enough. @returns {string | null} */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  try {
    return createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/bin/${program}`);
  } catch {
    return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : null;
  }
}

/** @param {string} node */
function run(node) {
  const args = [fileURLToPath(new URL('../dist/cli.js', import.meta.url)), ...process.argv.slice(2)];
  if (process.execve) return process.execve(node, [node, ...args], process.env);
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
}

const node = findNode();
if (node) run(node);
else {
  console.error(
    `npm has no Node 24 for ${process.platform} on ${process.arch}: install Node 24 or newer (https://nodejs.org) and run this again.`,
  );
  process.exitCode = 1;
}
