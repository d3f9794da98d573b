import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  cpuSecondsOfTree,
  descriptorsOf,
  descriptorsOfTree,
  memoryOfTreeMiB,
} from '../support/process-use.ts';
import type { Recorder } from './recorder.ts';
import type { Stage } from './stage.ts';

const MIB = 2 ** 20;
/** The database size that an application may take, with its mails, history, sessions and access log. */
const MIB_PER_APPLICATION = 0.06;

/** Returns a function that records a sample and returns a line about it. */
export function sampler({ first, second }: Stage, recorder: Recorder): (at: number) => Promise<string> {
  let [cpuSeconds, requests] = [cpuSecondsOfTree(first.pid), 0];
  return async (at) => {
    const [row] = await first.sql<Record<'connections' | 'database' | 'wal' | 'applications', string>>(
      `select (select count(*) from pg_stat_activity where backend_type = 'client backend') connections,
              pg_database_size(current_database()) database,
              (select sum(size) from pg_ls_waldir()) wal,
              (select count(*) from public.applications) applications`,
    );
    const before = { cpuSeconds, requests };
    [cpuSeconds, requests] = [cpuSecondsOfTree(first.pid), recorder.requests];
    const sent = requests - before.requests;
    const [memoryMiB, descriptors, copy] = [memoryOfTreeMiB(first.pid), descriptorsOf(first.pid), second()];
    const databaseMiB = Number(row!.database) / MIB;
    recorder.hold(at, {
      'processor of a request (ms)': sent > 0 ? ((cpuSeconds - before.cpuSeconds) * 1000) / sent : null,
      'memory (PSS, MiB)': memoryMiB,
      'descriptors of the server': descriptors,
      'descriptors of PostgreSQL': descriptorsOfTree(first.pid) - descriptors,
      'memory of the second copy (PSS, MiB)': copy && memoryOfTreeMiB(copy.pid),
      'descriptors of the second copy': copy && descriptorsOfTree(copy.pid),
      // Of all copies and commands to the database.
      connections: Number(row!.connections),
      'files outside the database (MiB)': bytesOutsideDatabase(first.dataDir) / MIB,
      'database without applications (MiB)': databaseMiB - Number(row!.applications) * MIB_PER_APPLICATION,
      'write-ahead log (MiB)': Number(row!.wal) / MIB,
    });
    return (
      `${requests} requests, ${recorder.failures} failed, ${row!.applications} applications; ${memoryMiB} MiB, ` +
      `${row!.connections} connections, ${Math.round(databaseMiB)} MiB of database`
    );
  };
}

function bytesOutsideDatabase(dataDir: string): number {
  const files = globSync('**', { cwd: dataDir, exclude: ['postgres'], withFileTypes: true });
  const sizes = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
