import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetTables, takeSnapshot, type Snapshot } from '../databases/table-snapshot.ts';
import type { TestServer } from './test-server.ts';

interface Shared {
  readonly server: TestServer;
  readonly atStart: Snapshot;
}

/** The maximum, because more would cost memory. The longest unused one is stopped. */
const MAX_SERVERS = 4;

/** By their options, the latest used last. A worker keeps its modules from one test file to the next. */
const servers = new Map<string, Shared>();

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
  const name = JSON.stringify([env, schema]);
  const present = servers.get(name);
  servers.delete(name);
  const isUp = present?.server.exitCode() === null;
  const shared = isUp ? present : await begin(await startServer({ env }), schema);
  servers.set(name, shared);
  const [oldest] = servers;
  if (servers.size > MAX_SERVERS && oldest) {
    servers.delete(oldest[0]);
    await end(oldest[1]);
  }
  const server = shared.server as Server;
  await resetTables(server, shared.atStart);
  removeMails(join(server.dataDir, 'outbox'));
  (server.log as unknown[]).length = 0;
  return { ...server, stop: async () => {} };
}

/** The folder stays, because the server may be writing a mail of the file before. */
function removeMails(outbox: string): void {
  if (!existsSync(outbox)) return;
  for (const name of readdirSync(outbox)) rmSync(join(outbox, name), { force: true });
}

async function begin(server: TestServer, schema: string): Promise<Shared> {
  // end-shared-servers.ts ends it and removes its data.
  if (record(server.pid)) writeFileSync(record(server.pid)!, server.dataDir);
  if (schema !== '') await server.sql(schema);
  return { server, atStart: await takeSnapshot(server) };
}

async function end({ server }: Shared): Promise<void> {
  await server.stop();
  if (record(server.pid)) rmSync(record(server.pid)!, { force: true });
}

/** Returns the run's list of servers to stop, or null. */
function record(pid: number): string | null {
  const list = process.env['SHARED_SERVERS'];
  return list ? join(list, String(pid)) : null;
}
