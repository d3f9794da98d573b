import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

/** The Node of the product. */
export const node = join(import.meta.dirname, '../../node_modules/.bin/node');
const STARTING_MS = 60_000;

/** Starts a Node program and waits until `url` answers 200. Rejects with the program's output if it does not. */
export async function startProgram(
  args: readonly string[],
  given: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ pid: number; seconds: number; stop: () => Promise<void> }> {
  const begun = performance.now();
  const child = spawnWithUs(node, args, { ...given, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const listen = (text: Buffer) => (output = (output + text).slice(-2000));
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const isUp = async () => {
    const response = await fetch(url, { headers }).catch(() => null);
    await response?.arrayBuffer();
    return response?.status === 200;
  };
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output.trim()}`);
    if (performance.now() - begun > STARTING_MS) {
      await end(child);
      throw new Error(`it did not answer ${url} with 200 within ${STARTING_MS / 1000} s: ${output.trim()}`);
    }
    await pause(5);
  }
  return { pid: child.pid!, seconds: (performance.now() - begun) / 1000, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isOver = await Promise.race([ended.then(() => true), pause(10_000, false)]);
  if (!isOver) child.kill('SIGKILL');
  await ended;
}
