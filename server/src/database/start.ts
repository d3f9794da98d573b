import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Config } from '../configuration/config.ts';
import { connectToWrite, NotYet, unusable } from './connections/connect-to-write.ts';
import { copyName } from './connections/connect.ts';
import { requirePooler } from './connections/pooler.ts';
import { findRoom } from './connections/room.ts';
import { isReadOnlyRefusal, isUnavailable } from './connections/unavailable.ts';
import type { Query } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate, type Project } from './migrations/migrate.ts';
import { type Databases, openDatabases, type Places } from './open-databases.ts';
import { requirePrivileges } from './privileges.ts';
import { requireFinishedRestore } from './unfinished-restore.ts';
import { UserError } from '../configuration/user-error.ts';

/** PostgreSQL with its migrations applied. */
export interface RunningDatabase extends Databases {
  /** Files applied at this start. */
  readonly migrated: readonly string[];
  /** The folder of the embedded PostgreSQL's data, or null. */
  readonly dataPath: string | null;
}

const RETRY_MS = 1_000;

type Report = (message: string, error?: unknown) => void;

interface StartOptions extends Pick<Places, 'ownerAnswerTimeoutMs'> {
  /** The time to wait for a database that is unreachable, frozen or a standby. By default the start does not wait. */
  readonly timeoutMs?: number;
  /** True if the start checks that a copy's connections fit. Commands need only a few. */
  readonly needsRoom?: boolean;
  /** False for a command that only looks, true by default. */
  readonly migrates?: boolean;
  /** Aborts the creation of the embedded PostgreSQL's data. */
  readonly signal?: AbortSignal;
}

type DatabaseConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'pooler' | 'connections' | 'limits' | keyof Project
>;

/** Starts (or reaches) PostgreSQL, migrates it, and opens the pools. */
export async function startDatabase(
  config: DatabaseConfig,
  report: Report,
  options: StartOptions = {},
): Promise<RunningDatabase> {
  const { timeoutMs = 0, ownerAnswerTimeoutMs, signal } = options;
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres(config.dataDir, report, { signal });
  const url = config.databaseUrl ?? socketUrl(embedded!.socketDir);
  const directUrl = config.databaseDirectUrl ?? url;
  try {
    const migrated = await waitFor(timeoutMs, report, () =>
      migrateAt({ ...config, url, directUrl, ...options }, report),
    );
    const isEmbedded = embedded !== null;
    const databases = openDatabases({ ...config, url, directUrl, isEmbedded, ownerAnswerTimeoutMs, report });
    const stop = () => databases.stop().finally(() => embedded?.stop());
    return { ...databases, migrated, dataPath: embedded?.dataPath ?? null, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Returns the owner's connection URL of the embedded PostgreSQL with its socket in `socketDir`. */
export const socketUrl = (socketDir: string): string =>
  `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;

/** Waits for a database that may become usable, and logs why. Other failures are thrown at once. */
async function waitFor<Answer>(timeoutMs: number, report: Report, attempt: () => Promise<Answer>) {
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
  config: DatabaseConfig & Pick<Places, 'url' | 'directUrl'> & Pick<StartOptions, 'needsRoom' | 'migrates'>,
  report: Report,
): Promise<string[]> {
  const { url, directUrl } = config;
  const name = url === directUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const direct = await connectToWrite(directUrl, name);
  try {
    if (config.databaseUrl) await requirePooler(direct, config);
    await requirePrivileges(direct);
    if (config.needsRoom) await requireRoom(direct, config, report);
    if (config.migrates === false) return [];
    await requireFinishedRestore(direct);
    return await migrate(direct, config, { seeds: !config.databaseUrl, report });
  } catch (error) {
    const cause = error instanceof UserError ? error.cause : error;
    throw isUnavailable(cause) || isReadOnlyRefusal(cause) ? new NotYet(unusable(cause, name)) : error;
  } finally {
    await direct.end();
  }
}

/** Reports a copy that will not get all of its connections. One that could not work waits for others to leave. */
async function requireRoom(direct: Client, config: DatabaseConfig, report: Report) {
  const query: Query = async (text, values = []) => (await direct.query(text, [...values])) as never;
  const room = await findRoom(query, config, copyName());
  const sentence = `The database has too few connections: ${room.message}`;
  if (!room.isLeast) throw new NotYet(sentence);
  if (!room.isEnough) report(sentence);
}
