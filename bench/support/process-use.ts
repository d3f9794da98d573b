import { readFileSync } from 'node:fs';

/** Processor time a process has used so far, in seconds, where the system tells (Linux); 0 elsewhere. */
export function cpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Memory a process holds now, in MiB, where the system tells (Linux); 0 elsewhere. */
export function residentMiB(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
