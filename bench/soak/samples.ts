import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../support/numbers.ts';
import {
  cpuSecondsOfTree,
  descriptorsOf,
  descriptorsOfTree,
  memoryOfTreeMiB,
} from '../support/process-use.ts';
import { type TimeWindow, timeWindows } from './recorder.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';

/** The memory and open descriptors of a copy, without PostgreSQL. */
interface Held {
  readonly memoryMiB: number;
  readonly descriptors: number;
}

/** The memory of the copies and their PostgreSQL at one moment. */
export interface Sample {
  /** Seconds since the run began. After the run it is converted to a share of its duration. */
  readonly at: number;
  /** Of the first copy with its PostgreSQL. */
  readonly memoryMiB: number;
  readonly serverDescriptors: number;
  readonly postgresDescriptors: number;
  /** Null while it restarts. */
  readonly second: Held | null;
  /** Of all copies and commands to the database. */
  readonly connections: number;
  readonly databaseMiB: number;
  readonly walMiB: number;
  /** In the data directory, without the database. */
  readonly otherFilesMiB: number;
  /** So far. */
  readonly cpuSeconds: number;
  readonly applications: number;
  readonly requests: number;
}

const MIB = 2 ** 20;

export async function takeSample(
  server: TestServer,
  second: TestServer | null,
  at: number,
  requests: number,
): Promise<Sample> {
  const [row] = await server.sql<Record<'connections' | 'database' | 'wal' | 'applications', string>>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend') connections,
            pg_database_size(current_database()) database,
            (select sum(size) from pg_ls_waldir()) wal,
            (select count(*) from public.applications) applications`,
  );
  const serverDescriptors = descriptorsOf(server.pid);
  return {
    at,
    memoryMiB: memoryOfTreeMiB(server.pid),
    serverDescriptors,
    postgresDescriptors: descriptorsOfTree(server.pid) - serverDescriptors,
    second: second && {
      memoryMiB: memoryOfTreeMiB(second.pid),
      descriptors: descriptorsOfTree(second.pid),
    },
    connections: Number(row!.connections),
    databaseMiB: Number(row!.database) / MIB,
    walMiB: Number(row!.wal) / MIB,
    otherFilesMiB: bytesBelow(server.dataDir, 'postgres') / MIB,
    cpuSeconds: cpuSecondsOfTree(server.pid),
    applications: Number(row!.applications),
    requests,
  };
}

/** Returns the size of all files of a folder, except one entry. */
function bytesBelow(folder: string, apart: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === apart) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesBelow(path, '');
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Returns a figure of a sample, or null if it has none. */
export type FigureOf = (sample: Sample) => number | null;

/** Returns the median of a part's samples, or 0 without any. */
const middle = (samples: readonly Sample[], { from, to }: TimeWindow, of: FigureOf): number =>
  median(
    samples
      .filter(({ at }) => at >= from && at <= to)
      .map(of)
      .filter((figure) => figure !== null),
  );

export const startAndEnd = (samples: readonly Sample[], of: FigureOf) => ({
  start: middle(samples, timeWindows.start, of),
  end: middle(samples, timeWindows.end, of),
});

/** Returns the processor time per request in a period, in milliseconds. Other work on the machine hardly affects it. */
export function processorMs(samples: readonly Sample[], { from, to }: TimeWindow): number {
  const within = samples.filter(({ at }) => at >= from && at <= to);
  const [first, last] = [within.at(0), within.at(-1)];
  if (!first || !last || last.requests === first.requests) return 0;
  return ((last.cpuSeconds - first.cpuSeconds) * 1000) / (last.requests - first.requests);
}
