import pg from 'pg';
import type { ClientConfig } from 'pg';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './pooled-database.ts';

/** PostgreSQL with its migrations applied, and one Database for each role that uses it. */
export interface RunningDatabase {
  /** For commands and migrations. */
  readonly owner: OpenDatabase;
  /** Logs in as `authenticator`, which may become anon, authenticated or service_role. */
  readonly rest: OpenDatabase;
  /** Logs in as `supabase_auth_admin`. */
  readonly auth: OpenDatabase;
  /** The owner's way in, for commands and tests. */
  readonly url: string;
  /** Files applied at this start. */
  readonly migrated: readonly string[];
  stop(): Promise<void>;
}

type Notice = (message: string, error?: unknown) => void;

/** Starts (or reaches) PostgreSQL, migrates it, and opens the pools. */
export async function startDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'supabaseDir'>,
  notice: Notice,
): Promise<RunningDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(config.dataDir, notice);
  const url = config.databaseUrl ?? socketUrl(embedded!.socketDir);
  const pools: OpenDatabase[] = [];
  const stop = async () => {
    await Promise.all(pools.map((pool) => pool.close()));
    await embedded?.stop();
  };
  const open = (role: string | null, max: number) => {
    const database = openDatabase({ ...connection(url, role, embedded !== null), max });
    pools.push(database);
    return database;
  };
  try {
    const migrated = await migrateAt(url, config.supabaseDir);
    const owner = open(null, 4);
    return {
      owner,
      rest: open('authenticator', 16),
      auth: open('supabase_auth_admin', 8),
      url,
      migrated,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** Inside the embedded cluster every role may log in; elsewhere the given one logs in and steps back to `role`. */
function connection(url: string, role: string | null, isEmbedded: boolean): ClientConfig {
  if (!role) return { connectionString: url };
  if (isEmbedded) return { connectionString: url.replace('//postgres@', `//${role}@`) };
  return { connectionString: url, options: `-c role=${role}` };
}

async function migrateAt(url: string, supabaseDir: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await migrate(client, supabaseDir);
  } finally {
    await client.end();
  }
}
