import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Config } from '../config.ts';
import { connect, CONNECT_TIMEOUT_MS, IS_READ_ONLY, withDeadline } from './connections/connect.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrations/migrate.ts';
import { openDatabase, type OpenDatabase } from './pooled-database.ts';
import { requireSessions } from './connections/pooler.ts';
import { requirePrivileges } from './privileges.ts';
import { connectionAs, type ServiceRole } from './connections/roles.ts';
import { isReadOnlyRefusal, isUnavailable } from './connections/unavailable.ts';
import { whyUnreachable } from './connections/why-unreachable.ts';
import { UserError } from '../user-error.ts';

/** One Database for each role that uses it. */
export interface Databases {
  /** For commands and migrations. */
  readonly owner: OpenDatabase;
  /** Logs in as `authenticator`, which may become anon, authenticated or service_role. */
  readonly rest: OpenDatabase;
  /** Logs in as `supabase_auth_admin`. */
  readonly auth: OpenDatabase;
  /** The owner's connection URL, for commands and tests. */
  readonly url: string;
  /** Closes the pools, and stops PostgreSQL where it was started here. */
  stop(): Promise<void>;
}

/** PostgreSQL with its migrations applied. */
interface RunningDatabase extends Databases {
  /** Files applied at this start. */
  readonly migrated: readonly string[];
  /** Where the embedded PostgreSQL keeps its data; null when it is not ours. */
  readonly dataPath: string | null;
}

/** How long a statement of the server may take; PostgreSQL itself ends those of requests after eight seconds. */
export const ANSWER_TIMEOUT_MS = 20_000;

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

/** Starts (or reaches) PostgreSQL, migrates it, and opens the pools. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'supabaseDir' | 'limits'>,
  report: Report,
  { timeoutMs = 0, ownerAnswerTimeoutMs }: StartOptions = {},
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, report);
  const url = config.databaseUrl ?? socketUrl(embedded!.socketDir);
  try {
    const migrated = await waitFor(timeoutMs, report, () =>
      migrateAt(url, config.supabaseDir, embedded !== null),
    );
    const databases = openDatabases(url, embedded !== null, config.limits, ownerAnswerTimeoutMs);
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

/** Opens the pools of a database that runs already; `isEmbedded` when it is a server's own. */
export function openDatabases(
  url: string,
  isEmbedded: boolean,
  limits = true,
  ownerAnswerTimeoutMs?: number,
): Databases {
  const open = (role: ServiceRole, max: number) =>
    openDatabase({ ...connectionAs(role, url, isEmbedded, limits), max, answerTimeoutMs: ANSWER_TIMEOUT_MS });
  const owner = openDatabase({ connectionString: url, max: 4, answerTimeoutMs: ownerAnswerTimeoutMs });
  const rest = open('authenticator', 16);
  const auth = open('supabase_auth_admin', 8);
  const stop = async () => {
    await Promise.all([owner.close(), rest.close(), auth.close()]);
  };
  return { owner, rest, auth, url, stop };
}

/** The owner's connection URL of the embedded PostgreSQL whose socket lies in `socketDir`. */
export function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** The database cannot be used now, and may be in a moment: it is away, starting, or a standby until its failover is over. */
class NotYet extends UserError {
  override name = 'NotYet';
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

/**
 * A connection of the owner to a database that takes writes.
 * @throws UserError saying why there is none
 */
export async function connectToWrite(url: string): Promise<Client> {
  const client = await connectOrExplain(url);
  try {
    await requireWrites(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function migrateAt(url: string, supabaseDir: string, isEmbedded: boolean): Promise<string[]> {
  const client = await connectToWrite(url);
  try {
    if (!isEmbedded) await requireSessions(client, url);
    await requirePrivileges(client);
    return await migrate(client, supabaseDir);
  } catch (error) {
    const cause = error instanceof UserError ? error.cause : error;
    throw isUnavailable(cause) || isReadOnlyRefusal(cause) ? new NotYet(unusable(cause)) : error;
  } finally {
    await client.end();
  }
}

async function requireWrites(client: Client): Promise<void> {
  const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
    client.query<{ isReadOnly: boolean }>(`select (${IS_READ_ONLY}) as "isReadOnly"`),
  );
  if (rows[0]!.isReadOnly) {
    throw new NotYet(
      'The database that DATABASE_URL names takes no writes (it is a standby, or read-only): name the primary.',
    );
  }
}

async function connectOrExplain(url: string): Promise<Client> {
  try {
    return await connect(url);
  } catch (error) {
    throw isUnavailable(error) && !isMissingFile(error)
      ? new NotYet(unusable(error))
      : new UserError(unusable(error));
  }
}

/** Files that the URL names are missing or closed: waiting does not help. */
const isMissingFile = (error: unknown): boolean => {
  const { path, syscall } = error as NodeJS.ErrnoException;
  return path !== undefined && syscall === 'open';
};

const unusable = (error: unknown): string =>
  `The database that DATABASE_URL names cannot be used ${whyUnreachable(error)}.`;
