import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The command line of a process, '' when there is none. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** The processes whose command line holds `text`, other than this one. */
export function processesWith(text: string): number[] {
  const pids =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      : execFileSync('ps', ['-ax', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/);
  return pids.map(Number).filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/**
 * A shell that runs its arguments as a program without input, and reads its own standard input, which closes when we
 * end, by kill -9 too: then it interrupts the program.
 */
export const WITH_WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
( read -r _ <&3; kill -INT $program ) 2>/dev/null &
exec 3<&-
wait $program`;
