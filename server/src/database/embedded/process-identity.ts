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
