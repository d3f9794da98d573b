import { globSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time of a process and that of its children that have ended, in seconds. All figures of this
 * file are 0 except on Linux.
 */
function processorTimes(pid: number): [own: number, ended: number] {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const ticks = (at: number) => Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0);
  return [ticks(11) / 100, ticks(13) / 100];
}

/** Returns the processor time of a process and all its descendants, such as a server with its PostgreSQL. */
export const cpuSecondsOfTree = (pid: number): number =>
  tree(pid).reduce((total, member) => {
    const [own, ended] = processorTimes(member);
    return total + own + ended;
  }, 0);

/**
 * Begins to measure a server. The returned function returns the processor time of each of `requests` since then, in
 * milliseconds, of the server and of its PostgreSQL.
 */
export function measureUse(pid: number): (requests: number) => { serverMs: number; postgresMs: number } {
  const use = () => ({ own: processorTimes(pid)[0], tree: cpuSecondsOfTree(pid) });
  const before = use();
  return (requests) => {
    const { own, tree: all } = use();
    const serverMs = ((own - before.own) * 1000) / requests;
    return { serverMs, postgresMs: ((all - before.tree) * 1000) / requests - serverMs };
  };
}

/** A process and all its descendants, by the children of its threads. */
function tree(pid: number): number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).map(read).join(' ');
  return [pid, ...(children.match(/\d+/g) ?? []).map(Number).flatMap(tree)];
}

/** A mapping of memory with its file, if any, its size, and its size divided by the processes that share it, in KiB. */
const MAPPING = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)\n(?:.*\n)*?Rss: +(\d+) kB\nPss: +(\d+) kB/gm;

/**
 * Returns the memory of a process and all its descendants in MiB. What they share with each other counts once, and what
 * they share with other processes, such as the program that measures, counts in full.
 */
export function memoryOfTreeMiB(pid: number): number {
  const files: Record<string, number> = {};
  let total = 0;
  for (const member of tree(pid)) {
    const resident: Record<string, number> = {};
    for (const [, path = '', size, shared] of read(`/proc/${member}/smaps`).matchAll(MAPPING)) {
      if (/^\/(?!dev\/)/.test(path)) resident[path] = (resident[path] ?? 0) + Number(size);
      else total += Number(shared);
    }
    for (const [path, size] of Object.entries(resident)) files[path] = Math.max(files[path] ?? 0, size);
  }
  return Math.round(Object.values(files).reduce((sum, size) => sum + size, total) / 1024);
}

/** Returns the number of a process's open files, sockets and pipes. */
export const descriptorsOf = (pid: number): number => globSync(`/proc/${pid}/fd/*`).length;

/** Reads a file of a process, '' after its end. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
