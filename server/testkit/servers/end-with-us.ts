import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Ends a program with a signal once this process has ended, whatever ended it: Vitest kills its workers when it is
 * interrupted, so they cannot do it. A shell in another session waits for the end of its input. A negative `pid` means
 * a group.
 */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals, pid = child.pid!): void {
  const script = 'read -r _; kill -s "$0" -- "$1"';
  const guard = spawn('sh', ['-c', script, signal.slice('SIG'.length), String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

/** Starts a program that ends with this process. */
export const spawnWithUs = ((...parameters: Parameters<typeof spawn>) => {
  const child = spawn(...parameters);
  endWithUs(child, 'SIGTERM');
  return child;
}) as typeof spawn;
