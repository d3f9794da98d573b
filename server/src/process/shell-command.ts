import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { visible } from './visible.ts';

const MAX_OUTPUT = 10_000;
const MAX_LINE = 200;

/** A process outside the group may keep the standard error open after the command has ended. */
const OUTPUT_GRACE_MS = 1_000;

interface Options {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Ends the command and rejects. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command in a shell and ends it with all its processes at the timeout. Returns null if its exit code is 0,
 * else why it failed, with the last line of its standard error.
 */
export async function runShellCommand(
  command: string,
  { env, timeoutMs, signal }: Options,
): Promise<string | null> {
  signal.throwIfAborted();
  const child = spawn(command, { shell: true, detached: true, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-MAX_OUTPUT)));
  const closed = once(child, 'close').catch(() => {});
  const limit = AbortSignal.timeout(timeoutMs);
  AbortSignal.any([signal, limit]).addEventListener('abort', () => endGroup(child));
  try {
    const [code, killer] = (await once(child, 'exit')) as [number | null, string | null];
    if (code === 0) return null;
    signal.throwIfAborted();
    if (limit.aborted) return `it did not end within ${timeoutMs / 60_000} minutes`;
    await Promise.race([closed, pause(OUTPUT_GRACE_MS)]);
    return [code === null ? `ended by ${killer}` : `exit code ${code}`, lastLine(output)]
      .filter(Boolean)
      .join(', ');
  } finally {
    child.stderr.destroy();
  }
}

function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // Windows has no groups of processes.
    child.kill('SIGKILL');
  }
}

const lastLine = (output: string): string =>
  visible(output.trim().split('\n').at(-1)!.trim()).slice(0, MAX_LINE);
