import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../configuration/config.ts';
import { holderOf, takeDataDirectory } from '../process/data-directory.ts';
import { type Databases, openDatabases } from '../database/open-databases.ts';
import { startDatabase } from '../database/start.ts';
import { readServerFacts } from '../process/server-facts.ts';

/** The time to wait for a server that is starting. */
const START_TIMEOUT_MS = 15_000;

/**
 * Lends the databases to a command, those of the running server or of a PostgreSQL started for it. `purpose` is the
 * command's name, shown to processes that wait for it. The database is migrated first unless `migrates` is false.
 */
export async function withDatabases<Answer>(
  config: Omit<Config, 'keys'>,
  purpose: string,
  work: (databases: Databases) => Promise<Answer>,
  options: { readonly migrates?: boolean } = {},
): Promise<Answer> {
  const { databases, release } = await reach(config, purpose, options);
  try {
    return await work(databases);
  } finally {
    await databases.stop();
    release();
  }
}

async function reach(
  config: Omit<Config, 'keys'>,
  purpose: string,
  options: { readonly migrates?: boolean },
) {
  const url = config.databaseUrl ? null : await runningServersDatabase(config.dataDir);
  if (url)
    return {
      databases: openDatabases({ url, directUrl: url, pooler: 'session', isEmbedded: true }),
      release: () => {},
    };
  const release = config.databaseUrl ? () => {} : await takeDataDirectory(config.dataDir, purpose);
  try {
    const direct = { ...config, databaseUrl: config.databaseDirectUrl, pooler: 'session' as const };
    return { databases: await startDatabase(direct, () => {}, options), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Returns the database of the server that runs in `dataDir`, or null. It waits for one that is starting. */
async function runningServersDatabase(dataDir: string): Promise<string | null> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await pause(50)) {
    const holder = holderOf(dataDir);
    if (holder?.purpose !== 'server') return null;
    const facts = readServerFacts(dataDir);
    if (facts?.pid === holder.pid) return facts.databaseUrl;
  }
  return null;
}
