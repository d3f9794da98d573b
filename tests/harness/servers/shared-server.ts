import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, type TestServer } from './server.ts';
import { resetTables, takeSnapshot, type Snapshot } from './table-snapshot.ts';

interface Shared {
  readonly server: TestServer;
  readonly atStart: Snapshot;
}

/** More would cost memory; the one that waits longest is stopped. */
const MOST = 4;

/** By environment and schema, the latest used last. A worker keeps its modules from one test file to the next. */
const servers = new Map<string, Shared>();

interface SharedOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Statements that are run once, after the start. */
  readonly schema?: string;
}

/**
 * A server that test files of one worker use one after the other: each finds every table as the start left it, no
 * captured mails and no log. For tests that change neither the schema nor the server; `stop` leaves it running.
 */
export async function sharedServer({ env = {}, schema = '' }: SharedOptions = {}): Promise<TestServer> {
  const key = JSON.stringify([env, schema]);
  const kept = servers.get(key);
  servers.delete(key);
  const shared = kept?.server.exitCode() === null ? kept : await start(env, schema);
  servers.set(key, shared);
  const [oldest] = servers;
  if (servers.size > MOST && oldest) {
    servers.delete(oldest[0]);
    await oldest[1].server.stop();
    const list = process.env['SHARED_SERVERS'];
    if (list) rmSync(join(list, String(oldest[1].server.pid)), { force: true });
  }
  await resetTables(shared.server, shared.atStart);
  rmSync(join(shared.server.dataDir, 'outbox'), { recursive: true, force: true });
  (shared.server.log as unknown[]).length = 0;
  return { ...shared.server, stop: async () => {} };
}

async function start(env: Readonly<Record<string, string>>, schema: string): Promise<Shared> {
  const server = await startServer({ env });
  // end-shared-servers.ts ends it and removes its data.
  const list = process.env['SHARED_SERVERS'];
  if (list) writeFileSync(join(list, String(server.pid)), server.dataDir);
  if (schema !== '') await server.sql(schema);
  return { server, atStart: await takeSnapshot(server) };
}
