import { readdirSync, readFileSync } from 'node:fs';

/** Processor time a process has used so far, in seconds, where the system tells (Linux); 0 elsewhere. */
export function cpuSeconds(pid: number): number {
  const [own] = processorTimes(pid);
  return own;
}

/** A process's own time and that of its children that have ended, in seconds. */
function processorTimes(pid: number): [own: number, ended: number] {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? [];
  const ticks = (at: number) => Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0);
  return [ticks(11) / 100, ticks(13) / 100];
}

/** The same for a process with all its descendants: a server with its PostgreSQL. */
export function cpuSecondsOfTree(pid: number): number {
  const children = new Map<number, number[]>();
  for (const name of directories('/proc')) {
    const parent = Number(read(`/proc/${name}/stat`)?.split(') ')[1]?.split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (process: number): number => {
    const [own, ended] = processorTimes(process);
    return (children.get(process) ?? []).reduce((total, child) => total + sum(child), own + ended);
  };
  return sum(pid);
}

function directories(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
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
