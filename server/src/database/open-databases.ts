import { type Pooler, shareOut, USUAL_CONNECTIONS } from '../configuration/connections.ts';
import { Listener } from './listener.ts';
import { openDatabase, type OpenDatabase } from './pooled-database.ts';
import { once } from './stand-ins/warnings.ts';
import { watchDatabase } from './watch.ts';
import { whyUnwritable } from './why-unwritable.ts';
import type { Settings } from './connections/connect.ts';

/** One Database for each role that uses it. */
export interface Databases {
  /** For commands and jobs. */
  readonly owner: OpenDatabase;
  /** Logs in as `authenticator`, which may become anon, authenticated or service_role. */
  readonly rest: OpenDatabase;
  /** Logs in as `supabase_auth_admin`. */
  readonly auth: OpenDatabase;
  /** The owner's connection URL for everything that needs its own session, such as backups, commands and tests. */
  readonly url: string;
  /** Returns true while a failure of a request or of the listener is the latest news of the database. */
  readonly isAway: () => boolean;
  /** Closes the pools, and stops PostgreSQL where it was started here. */
  stop(): Promise<void>;
}

export interface Places {
  /** The URL for requests. */
  readonly url: string;
  /** The same database without a pooler between. */
  readonly directUrl: string;
  readonly pooler: Pooler;
  /** The maximum number of open connections, 30 by default. */
  readonly connections?: number;
  /** A server's own PostgreSQL. */
  readonly isEmbedded: boolean;
  /** True if rate limits in SQL are on, which is the default. */
  readonly limits?: boolean;
  /** The timeout of the owner's statements, none by default, because commands may take long. */
  readonly ownerAnswerTimeoutMs?: number;
  /** Reports that the database went away and is back, and each warning of a stand-in once. */
  readonly report?: (message: string, error?: unknown) => void;
}

/** The timeout of the server's statements. PostgreSQL itself ends those of requests after eight seconds. */
export const ANSWER_TIMEOUT_MS = 20_000;

/** Opens the pools of a database that runs already. */
export function openDatabases(places: Places): Databases {
  const { url, directUrl, pooler, isEmbedded, limits = true, connections = USUAL_CONNECTIONS } = places;
  const shares = shareOut(connections);
  const isWell = async () => (await whyUnwritable(owner)) === null;
  const watch = watchDatabase(places.report ?? (() => {}), isWell);
  const listener = new Listener(directUrl, watch.failed);
  const onWarning = once(places.report ?? (() => {}));
  const ofAll = { pooler, listen: listener.listen, onUnavailable: watch.failed, onWarning };
  const open = (role: ServiceRole, max: number) => {
    const connection = connectionAs(role, url, isEmbedded, limits);
    return openDatabase({ ...ofAll, ...connection, max, answerTimeoutMs: ANSWER_TIMEOUT_MS });
  };
  const answerTimeoutMs = places.ownerAnswerTimeoutMs;
  const owner = openDatabase({ ...ofAll, url, max: shares.owner, answerTimeoutMs });
  const rest = open('authenticator', shares.rest);
  const auth = open('supabase_auth_admin', shares.auth);
  const stop = async () => {
    watch.stop();
    await Promise.all([listener.close(), owner.close(), rest.close(), auth.close()]);
  };
  return { owner, rest, auth, url: directUrl, isAway: watch.isAway, stop };
}

type ServiceRole = 'authenticator' | 'supabase_auth_admin';

/** Settings that `alter role … set` gives a role that logs in. A connection that uses SET ROLE sets them itself. */
const settings: Readonly<Record<ServiceRole, Settings>> = {
  authenticator: { statement_timeout: '8s', lock_timeout: '8s', idle_in_transaction_session_timeout: '30s' },
  supabase_auth_admin: { idle_in_transaction_session_timeout: '60s', search_path: 'auth' },
};

/**
 * Returns a service's connection. In the embedded cluster every role may log in. Elsewhere the given one logs in and
 * drops to `role` for good. Limits in SQL read `solostead.limits`, which no client can set.
 */
function connectionAs(role: ServiceRole, url: string, isEmbedded: boolean, limits: boolean) {
  const switches: Record<string, string> = {
    // A warning at COMMIT must be heard (connections/with-connection.ts).
    client_min_messages: 'warning',
    ...(limits ? {} : { 'solostead.limits': 'off' }),
  };
  return isEmbedded
    ? { url: url.replace('//postgres@', `//${role}@`), settings: switches }
    : { url, settings: { ...settings[role], ...switches, role } };
}
