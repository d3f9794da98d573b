import { setTimeout as pause } from 'node:timers/promises';
import type { Contestant, Started } from './peers/contestant.ts';
import { lite, litePackages } from './peers/lite.ts';
import { duplicateStatus, fill, ROWS } from './peers/people.ts';
import { race } from './peers/race.ts';
import { solostead } from './peers/solostead.ts';
import { type Start, tableOf } from './peers/table.ts';
import { CannotRun } from './support/cannot-run.ts';
import { cpuSecondsOfTree, memoryOfTreeMiB } from './support/process-use.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE =
  'our server beside @supabase/lite on the same table: inserts, reads, sign-ins, memory, start';
/** It installs the peer from npm. */
export const isOnlyByName = true;

const STARTS = 5;
/** Milliseconds until a started server is idle. */
const SETTLING = 15_000;

export async function measure(): Promise<object> {
  const all = [solostead(), lite('SQLite'), lite('PGlite'), lite('PostgreSQL')];
  const running = new Map<string, Started>();
  try {
    const { ready, failed } = await prepareAll(all);
    const starts = await timedStarts(ready);
    for (const contestant of ready) running.set(contestant.name, await contestant.start());
    const memoryMiB = await idleMemory(running);
    const duplicates = await fillAll(running, failed);
    const able = new Map([...running].filter(([name]) => !failed[name]));
    const tasks = await race(able);
    const contestants = all.map(({ name, what, lacks }) => ({ name, what, lacks, failed: failed[name] }));
    const others = { starts, memoryMiB, duplicateStatus: duplicates };
    console.log(tableOf({ contestants, ...others, tasks }));
    return { versions: litePackages, rows: ROWS, ...others, tasks };
  } finally {
    for (const server of running.values()) await server.stop();
    for (const contestant of all) await contestant.remove();
  }
}

/** A contestant that cannot be started is left out with the reason. A race needs two. */
async function prepareAll(all: readonly Contestant[]) {
  const failed: Record<string, string> = {};
  for (const contestant of all) {
    await contestant.prepare().catch((error: Error) => {
      if (error instanceof CannotRun) throw error;
      failed[contestant.name] = `it did not start: ${error.message}`;
      console.log(`  ${contestant.name}: ${failed[contestant.name]}`);
    });
  }
  const ready = all.filter(({ name }) => !failed[name]);
  const peers = ready.filter(({ name }) => name !== 'Solostead');
  if (peers.length === 0 || peers.length === ready.length) {
    throw new CannotRun(
      'There is nothing to compare: ours and one other must start. The reasons are printed above.\n' +
        'If the peer could not be installed, remove .cache/peers/lite and try again.',
    );
  }
  return { ready, failed };
}

/** Fills all with the same rows. Returns the status with which each refuses a duplicate. */
async function fillAll(running: ReadonlyMap<string, Started>, failed: Record<string, string>) {
  const duplicates: Record<string, number> = {};
  for (const [name, server] of running) {
    try {
      await fill(server);
      duplicates[name] = await duplicateStatus(server);
    } catch (error) {
      failed[name] = `it could not be filled: ${(error as Error).message}`;
    }
  }
  return duplicates;
}

/** Starts all in turn, several times. Returns the median time until the first row is read over HTTP. */
async function timedStarts(contestants: readonly Contestant[]): Promise<Record<string, Start>> {
  const starts = new Map<string, Start[]>(contestants.map(({ name }) => [name, []]));
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const contestant of contestants) {
      const { seconds, pids, stop } = await contestant.start();
      starts.get(contestant.name)!.push({ seconds, cpuSeconds: cpuSecondsOfTree(pids[0]!) });
      await stop();
    }
  }
  const middle = (all: readonly Start[]): Start => ({
    seconds: rounded(median(all.map(({ seconds }) => seconds))),
    cpuSeconds: rounded(median(all.map(({ cpuSeconds }) => cpuSeconds))),
  });
  return Object.fromEntries([...starts].map(([name, all]) => [name, middle(all)]));
}

async function idleMemory(running: ReadonlyMap<string, Started>): Promise<Record<string, number>> {
  await pause(SETTLING);
  return Object.fromEntries(
    [...running].map(([name, { pids }]) => [
      name,
      pids.reduce((total, pid) => total + memoryOfTreeMiB(pid), 0),
    ]),
  );
}
