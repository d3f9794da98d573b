import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetTables, takeSnapshot, type Snapshot } from '../databases/table-snapshot.ts';
import type { TestServer } from './test-server.ts';

interface Shared {
  readonly servers: readonly TestServer[];
  readonly atStart: readonly Snapshot[];
}

/** The maximum, because more would cost memory. The longest unused one is stopped. */
const MAX_SERVERS = 4;

/** By what they are called, the latest used last. A worker keeps its modules from one test file to the next. */
const kept = new Map<string, Shared>();

export interface SharedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Statements that are run once, after the start. */
  readonly schema?: string;
}

/**
 * A server that the test files of one worker share. Each file finds every table as the start left it, no captured
 * mails and no log. For tests that change neither the schema nor the server. `stop` leaves it running.
 */
export async function shareServer<Server extends TestServer>(
  startServer: (options: Pick<SharedOptions, 'env'>) => Promise<Server>,
  { env = {}, schema = '' }: SharedOptions,
): Promise<Server> {
  const [server] = await shareServers(JSON.stringify([env, schema]), async () => {
    const started = await startServer({ env });
    if (schema !== '') await started.sql(schema);
    return [started];
  });
  return server!;
}

/** Shares servers that belong together. `start` starts them when none of this name run. The first is stopped last. */
async function shareServers<Server extends TestServer>(
  name: string,
  start: () => Promise<readonly Server[]>,
): Promise<readonly Server[]> {
  const present = kept.get(name);
  kept.delete(name);
  const isUp = present?.servers.every(({ exitCode }) => exitCode() === null) ?? false;
  const shared = isUp ? present! : await begin(start);
  kept.set(name, shared);
  const [oldest] = kept;
  if (kept.size > MAX_SERVERS && oldest) {
    kept.delete(oldest[0]);
    await end(oldest[1]);
  }
  for (const [place, server] of shared.servers.entries()) {
    await resetTables(server, shared.atStart[place]!);
    rmSync(join(server.dataDir, 'outbox'), { recursive: true, force: true });
    (server.log as unknown[]).length = 0;
  }
  return (shared.servers as readonly Server[]).map((server) => ({ ...server, stop: async () => {} }));
}

async function begin(start: () => Promise<readonly TestServer[]>): Promise<Shared> {
  const servers = await start();
  // end-shared-servers.ts ends them and removes their data.
  for (const { pid, dataDir } of servers) if (record(pid)) writeFileSync(record(pid)!, dataDir);
  const atStart = [];
  for (const server of servers) atStart.push(await takeSnapshot(server));
  return { servers, atStart };
}

async function end({ servers }: Shared): Promise<void> {
  for (const server of servers.toReversed()) {
    await server.stop();
    if (record(server.pid)) rmSync(record(server.pid)!, { force: true });
  }
}

/** Returns the run's list of servers to stop, or null. */
function record(pid: number): string | null {
  const list = process.env['SHARED_SERVERS'];
  return list ? join(list, String(pid)) : null;
}
