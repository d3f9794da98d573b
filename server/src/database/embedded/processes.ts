import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** The command line of a process, '' when there is none. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Returns true if a process of this program works in `directory`, and false if that cannot be read. */
export function runsIn(pid: number, program: string, directory: string): boolean {
  if (!commandLine(pid).includes(program)) return false;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
    return commandLine(pid).includes(directory);
  } catch {
    return false;
  }
}

export function processesIn(program: string, directory: string): number[] {
  const pids =
    process.platform === 'linux'
      ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      : execFileSync('ps', ['-ax', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/);
  return pids.map(Number).filter((pid) => pid !== process.pid && runsIn(pid, program, directory));
}

/**
 * A shell that runs its arguments as a program without input and reads its own standard input. That closes when we
 * end, even by kill -9, and the shell then interrupts the program.
 */
export const WITH_WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
( read -r _ <&3; kill -INT $program ) 2>/dev/null &
exec 3<&-
wait $program`;
