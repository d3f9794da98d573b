import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import {
  cpuSecondsOfTree,
  descriptorsOf,
  descriptorsOfTree,
  memoryOfTreeMiB,
} from '../support/process-use.ts';
import type { Sample } from './verdict.ts';

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
  const descriptors = descriptorsOf(server.pid);
  return {
    at,
    cpuSeconds: cpuSecondsOfTree(server.pid),
    applications: Number(row!.applications),
    requests,
    held: {
      'memory (PSS, MiB)': memoryOfTreeMiB(server.pid),
      'descriptors of the server': descriptors,
      'descriptors of PostgreSQL': descriptorsOfTree(server.pid) - descriptors,
      'memory of the second copy (PSS, MiB)': second && memoryOfTreeMiB(second.pid),
      'descriptors of the second copy': second && descriptorsOfTree(second.pid),
      // Of all copies and commands to the database.
      connections: Number(row!.connections),
      'files outside the database (MiB)': bytesBelow(server.dataDir, 'postgres') / MIB,
      'database (MiB)': Number(row!.database) / MIB,
      'write-ahead log (MiB)': Number(row!.wal) / MIB,
    },
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
