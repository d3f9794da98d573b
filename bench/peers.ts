import { setTimeout as pause } from 'node:timers/promises';
import type { Contestant, Started } from './peers/contestant.ts';
import { lite, litePackages } from './peers/lite.ts';
import { duplicateStatus, fill, ROWS } from './peers/people.ts';
import { type Race, race } from './peers/race.ts';
import { solostead } from './peers/solostead.ts';
import { CannotRun } from './support/cannot-run.ts';
import { medians } from './support/numbers.ts';
import { cpuSecondsOfTree, memoryOfTreeMiB } from './support/process-use.ts';

export const TITLE =
  'our server beside @supabase/lite on the same table: inserts, reads, sign-ins, memory, start';
/** It installs the peer from npm. */
export const isOnlyByName = true;

interface Figures {
  readonly tasks: Race;
  /** By the contestant's name, as are the other figures. */
  readonly starts: Readonly<Record<string, { readonly seconds: number; readonly cpuSeconds: number }>>;
  readonly memoryMiB: Readonly<Record<string, number>>;
  readonly duplicateStatus: Readonly<Record<string, number>>;
}

const STARTS = 5;
/** Milliseconds until a started server is idle. */
const SETTLING = 15_000;

export async function measure(): Promise<object> {
  const contestants = [solostead(), lite('SQLite'), lite('PGlite'), lite('PostgreSQL')];
  const running = new Map<string, Started>();
  try {
    const starts = await timedStarts(contestants);
    for (const contestant of contestants) running.set(contestant.name, await contestant.start());
    const memoryMiB = await idleMemory(running);
    const duplicates: Record<string, number> = {};
    for (const [name, server] of running) {
      await fill(server);
      duplicates[name] = await duplicateStatus(server);
    }
    const tasks = await race(running);
    const figures = { starts, memoryMiB, duplicateStatus: duplicates, tasks };
    print(figures);
    return { versions: litePackages, rows: ROWS, ...figures };
  } finally {
    for (const server of running.values()) await server.stop();
    for (const contestant of contestants) await contestant.remove();
  }
}

/** Prepares all and starts them in turn, several times. Returns the medians until the first row is read over HTTP. */
async function timedStarts(contestants: readonly Contestant[]) {
  const starts = new Map<string, { seconds: number; cpuSeconds: number }[]>();
  for (const { name, prepare } of contestants) {
    await prepare().catch(({ message }: Error) => {
      throw new CannotRun(`${name} did not start: ${message}`);
    });
    starts.set(name, []);
  }
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const contestant of contestants) {
      const { seconds, pids, stop } = await contestant.start();
      starts.get(contestant.name)!.push({ seconds, cpuSeconds: cpuSecondsOfTree(pids[0]!) });
      await stop();
    }
  }
  return Object.fromEntries([...starts].map(([name, all]) => [name, medians(all)]));
}

async function idleMemory(running: ReadonlyMap<string, Started>): Promise<Record<string, number>> {
  await pause(SETTLING);
  const memoryOf = ({ pids }: Started) => pids.reduce((total, pid) => total + memoryOfTreeMiB(pid), 0);
  return Object.fromEntries([...running].map(([name, server]) => [name, memoryOf(server)]));
}

/** Prints a row per figure with a column per contestant. */
function print({ tasks, starts, memoryMiB, duplicateStatus: statuses }: Figures): void {
  const cells = <Value>(of: Readonly<Record<string, Value>>, cell: (value: Value) => string) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, cell(value)]));
  const rows = Object.entries(tasks).map(([task, of]) => [
    task,
    cells(of, ({ perSecond, p99Ms, processorMs }) => `${perSecond}/s, p99 ${p99Ms}, cpu ${processorMs}`),
  ]);
  console.table({
    ...Object.fromEntries(rows),
    'idle memory (PSS, MiB)': memoryMiB,
    'warm start until the first row': cells(
      starts,
      ({ seconds, cpuSeconds }) => `${seconds} s, cpu ${cpuSeconds} s`,
    ),
    'status of a duplicate': statuses,
  });
  console.log('p99 and cpu (of the server with its database, each) in milliseconds; medians of the rounds');
}
