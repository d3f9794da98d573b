import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { connectToWrite, NotYet, unusable } from './connections/connect-to-write.ts';
import { requireSameDatabase, requireSessions } from './connections/pooler.ts';
import { isReadOnlyRefusal, isUnavailable } from './connections/unavailable.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrations/migrate.ts';
import { type Databases, openDatabases } from './open-databases.ts';
import { requirePrivileges } from './privileges.ts';
import { UserError } from '../user-error.ts';

/** PostgreSQL with its migrations applied. */
interface RunningDatabase extends Databases {
  /** Files applied at this start. */
  readonly migrated: readonly string[];
  /** Where the embedded PostgreSQL keeps its data; null when it is not ours. */
  readonly dataPath: string | null;
}

/** Between two attempts to reach a database that is not there yet. */
const RETRY_MS = 1_000;

type Report = (message: string, error?: unknown) => void;

/** How long a start waits for the database, and how long the owner's statements may take. */
interface StartOptions {
  /** How long to wait for a database that is unreachable, frozen or a standby; by default not at all. */
  readonly timeoutMs?: number;
  /** The limit of the owner's statements; none by default, for commands that take long. */
  readonly ownerAnswerTimeoutMs?: number;
}

type DatabaseConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'supabaseDir' | 'limits'
>;

/** Starts (or reaches) PostgreSQL, migrates it, and opens the pools. */
export async function startDatabase(
  config: DatabaseConfig,
  report: Report,
  { timeoutMs = 0, ownerAnswerTimeoutMs }: StartOptions = {},
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, report);
  const url = config.databaseUrl ?? socketUrl(embedded!.socketDir);
  const directUrl = config.databaseDirectUrl ?? url;
  try {
    const migrated = await waitFor(timeoutMs, report, () => migrateAt(url, directUrl, config));
    const { limits } = config;
    const isEmbedded = embedded !== null;
    const databases = openDatabases({ url, directUrl, isEmbedded, limits, ownerAnswerTimeoutMs });
    const stop = async () => {
      await databases.stop();
      await embedded?.stop();
    };
    return { ...databases, migrated, dataPath: embedded?.dataPath ?? null, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** The owner's connection URL of the embedded PostgreSQL whose socket lies in `socketDir`. */
export function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** Waits for a database that may become usable, and logs why; other failures are thrown at once. */
async function waitFor<Answer>(
  timeoutMs: number,
  report: Report,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (let reported = ''; ; await pause(RETRY_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NotYet) || Date.now() + RETRY_MS > deadline) throw error;
      if (error.message !== reported) report(`${error.message} It is waited for.`);
      reported = error.message;
    }
  }
}

async function migrateAt(
  url: string,
  directUrl: string,
  { supabaseDir, databaseUrl }: DatabaseConfig,
): Promise<string[]> {
  const name = url === directUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const client = await connectToWrite(directUrl, name);
  try {
    if (databaseUrl) await requireSessions(client, directUrl, name);
    if (url !== directUrl) await requireSameDatabase(client, url);
    await requirePrivileges(client);
    return await migrate(client, supabaseDir);
  } catch (error) {
    const cause = error instanceof UserError ? error.cause : error;
    throw isUnavailable(cause) || isReadOnlyRefusal(cause) ? new NotYet(unusable(cause, name)) : error;
  } finally {
    await client.end();
  }
}
