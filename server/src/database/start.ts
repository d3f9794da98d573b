import { Client } from 'pg';
import type { Config } from '../config.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './pooled-database.ts';
import { requirePrivileges } from './privileges.ts';
import { connectionAs, type ServiceRole } from './roles.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** One Database for each role that uses it. */
export interface Databases {
  /** For commands and migrations. */
  readonly owner: OpenDatabase;
  /** Logs in as `authenticator`, which may become anon, authenticated or service_role. */
  readonly rest: OpenDatabase;
  /** Logs in as `supabase_auth_admin`. */
  readonly auth: OpenDatabase;
  /** The owner's way in, for commands and tests. */
  readonly url: string;
  /** Closes the pools, and stops PostgreSQL where it was started here. */
  stop(): Promise<void>;
}

/** PostgreSQL with its migrations applied. */
export interface RunningDatabase extends Databases {
  /** Files applied at this start. */
  readonly migrated: readonly string[];
  /** Where the embedded PostgreSQL keeps its data; null when it is not ours. */
  readonly dataPath: string | null;
}

/** How long a request's statements may take, in milliseconds; PostgreSQL itself ends each after eight seconds. */
const answersWithin = 20_000;

type Notice = (message: string, error?: unknown) => void;

/** Starts (or reaches) PostgreSQL, migrates it, and opens the pools. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'supabaseDir' | 'limits'>,
  notice: Notice,
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, notice);
  const url = config.databaseUrl ?? socketUrl(embedded!.socketDir);
  try {
    const migrated = await migrateAt(url, config.supabaseDir);
    const databases = openDatabases(url, embedded !== null, config.limits);
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
export function openDatabases(url: string, isEmbedded: boolean, limits = true): Databases {
  const open = (role: ServiceRole, max: number) =>
    openDatabase({ ...connectionAs(role, url, isEmbedded, limits), max, answersWithin });
  const owner = openDatabase({ connectionString: url, max: 4 });
  const rest = open('authenticator', 16);
  const auth = open('supabase_auth_admin', 8);
  const stop = async () => {
    await Promise.all([owner.close(), rest.close(), auth.close()]);
  };
  return { owner, rest, auth, url, stop };
}

/** The owner's way into the embedded PostgreSQL whose socket lies in `socketDir`. */
export function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

async function migrateAt(url: string, supabaseDir: string): Promise<string[]> {
  const client = await connectOrExplain(url);
  try {
    await requirePrivileges(client);
    return await migrate(client, supabaseDir);
  } finally {
    await client.end();
  }
}

async function connectOrExplain(url: string): Promise<Client> {
  try {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new ConfigurationError(
      `The database that DATABASE_URL names cannot be used ${whyUnreachable(error)}.`,
    );
  }
}
