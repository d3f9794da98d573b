import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the processor time of a process and that of its children that have ended, in seconds. All figures of this
 * file are 0 except on Linux.
 */
function processorTimes(pid: number): [own: number, ended: number] {
  const fields = read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ') ?? [];
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
  const children = directories(`/proc/${pid}/task`).map((thread) =>
    read(`/proc/${pid}/task/${thread}/children`),
  );
  return [pid, ...(children.join(' ').match(/\d+/g) ?? []).map(Number).flatMap(tree)];
}

function directories(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/**
 * Returns the memory of a process and all its descendants in MiB. What they share with each other counts once, and what
 * they share with other processes, such as the program that measures, counts in full.
 */
export function memoryOfTreeMiB(pid: number): number {
  const files = new Map<string, number>();
  let own = 0;
  for (const { path, resident, proportional } of tree(pid).flatMap(mappings)) {
    if (/^\/(?!dev\/)/.test(path)) files.set(path, Math.max(files.get(path) ?? 0, resident));
    else own += proportional;
  }
  return Math.round([...files.values()].reduce((total, size) => total + size, own) / 1024);
}

interface Mapping {
  /** Empty for memory of no file. */
  readonly path: string;
  /** Both in KiB. `proportional` is divided by the number of processes that share it. */
  readonly resident: number;
  readonly proportional: number;
}

/** Returns the mappings of a process, added up by file. */
function mappings(pid: number): Mapping[] {
  const sums = new Map<string, Mapping>();
  for (const part of (read(`/proc/${pid}/smaps`) ?? '').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const path = /^\S+ \S+ \S+ \S+ \S+ +(.*)$/m.exec(part)?.[1] ?? '';
    const size = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(part)?.[1] ?? 0);
    const { resident = 0, proportional = 0 } = sums.get(path) ?? {};
    sums.set(path, { path, resident: resident + size('Rss'), proportional: proportional + size('Pss') });
  }
  return [...sums.values()];
}

/** Returns the number of a process's open files, sockets and pipes. */
export const descriptorsOf = (pid: number): number => directories(`/proc/${pid}/fd`).length;

/** Returns the same number for a process and all its descendants. */
export const descriptorsOfTree = (pid: number): number =>
  tree(pid).reduce((total, member) => total + descriptorsOf(member), 0);

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
