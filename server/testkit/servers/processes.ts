import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Process ids whose command line holds `text`, other than this one. */
export function processesWith(text: string): number[] {
  return execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))
    .map((line) => Number(line.trim().split(' ')[0]))
    .filter((pid) => pid !== process.pid);
}

/** Resolves when `isSo` returns true. Rejects after `seconds`. */
export async function eventually(isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline)
      throw new Error(`It did not become so within ${seconds} s: ${isSo.toString()}`);
    await pause(20);
  }
}
