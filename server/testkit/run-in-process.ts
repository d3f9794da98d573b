import { vi } from 'vitest';
import type { ProgramAnswer } from './answer-of.ts';

/** Runs a program with these arguments in this process and returns what it printed, with its exit code. */
export async function runInProcess(
  args: readonly string[],
  program: () => Promise<void>,
): Promise<ProgramAnswer> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).flatMap((name) => [
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
    vi.spyOn(console, name === 'stdout' ? 'log' : 'error').mockImplementation((...output: unknown[]) => {
      printed[name] += `${output.join(' ')}\n`;
    }),
  ]);
  const before = process.argv;
  process.argv = [...before.slice(0, 2), ...args];
  try {
    await program();
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.argv = before;
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
