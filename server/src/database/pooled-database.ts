import type { ClientBase, PoolClient } from 'pg';
import type { Pooler } from '../configuration/connections.ts';
import { answerLimit } from './answer-limit.ts';
import { copyName, prepareConnection, type Settings } from './connections/connect.ts';
import { endStandbySession, withConnection, watchCommits } from './connections/with-connection.ts';
import { openPool } from './connections/pool.ts';
import { type Database, type DatabaseUnavailable, isOutage, type Statement } from './database.ts';
import { runPipeline, sender } from './statements/run-statements.ts';
import { reportStandIns } from './stand-ins/warnings.ts';
import { runTransaction } from './statements/transaction.ts';
import { currentRequestId } from '../process/request-id.ts';

/** A Database with its own connections, which must be closed at the end. */
export interface OpenDatabase extends Database {
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly url: string;
  readonly pooler: Pooler;
  /** Settings of all statements. */
  readonly settings?: Settings;
  readonly max: number;
  readonly listen: Database['listen'];
  /**
   * Milliseconds without an answer or the connection's end after which PostgreSQL counts as gone, because its machine
   * froze or the network drops everything. It exceeds PostgreSQL's own timeouts, and grows with a statement_timeout among
   * a unit's settings.
   */
  readonly answerTimeoutMs?: number;
  /** Called with each failure that means the database is away. */
  readonly onUnavailable: (error: DatabaseUnavailable) => void;
  /** Called with each warning of a stand-in. */
  readonly onWarning?: (sentence: string) => void;
}

/** Through a pooler that lends connections by the transaction, names of statements must mean the same in every session. */
const namings = { session: 'counted', transaction: 'none', 'transaction-prepared': 'hashed' } as const;

/**
 * Opens a pool of connections to PostgreSQL. Connections are created on demand and closed when idle. A caller waits
 * up to ten seconds for a missing server, then gets DatabaseUnavailable, or for a connection, then gets PoolBusy.
 */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { url, pooler, settings = none, max, listen, answerTimeoutMs, onUnavailable } = options;
  const isShared = pooler !== 'session';
  const always = isShared ? settings : none;
  const sending = (unit: Settings) => ({
    naming: namings[pooler],
    answerTimeoutMs: answerLimit(answerTimeoutMs, unit),
  });
  const prepare = async (client: ClientBase) => {
    watchCommits(client);
    if (options.onWarning) reportStandIns(client, options.onWarning);
    if (isShared) await endStandbySession(client);
    await prepareConnection(client, isShared ? none : settings);
  };
  // A pooler would set a name that differs at each change of client.
  const pool = openPool(url, max, isShared ? 'solostead' : copyName(), prepare);
  const lent = async <Answer>(unit: Settings, work: (client: PoolClient) => Promise<Answer>) => {
    const isReadOnly = unit['transaction_read_only'] === 'on';
    try {
      return await withConnection(pool.acquire, { isShared, isReadOnly }, work);
    } catch (error) {
      if (isOutage(error)) onUnavailable(error);
      throw error;
    }
  };
  return {
    query: <Row>(text: string, values: readonly unknown[] = [], name?: string) => {
      const unit = unitSettings(always);
      return lent(unit, async (client) => {
        // Without settings also what PostgreSQL runs in no transaction.
        if (unit === none) return sender(client, sending(unit))<Row>(text, values, name);
        const [result] = await runPipeline<Row>(client, sending(unit), unit, [{ text, values, name }]);
        return result!;
      });
    },
    pipeline: <Row>(local: Settings, statements: readonly Statement[]) => {
      const unit = unitSettings(always, local);
      return lent(unit, (client) => runPipeline<Row>(client, sending(unit), unit, statements));
    },
    transaction: (work, local = none) => {
      const unit = unitSettings(always, local);
      return lent(unit, (client) => runTransaction(client, sending(unit), unit, work));
    },
    listen,
    close: pool.close,
  };
}

export const none: Settings = {};

/**
 * Returns the settings of one unit of work. They are those of the service where the connection cannot keep them
 * (`always`), the request's id, and the caller's, which win. The role comes last, because the login role makes the
 * others.
 */
export function unitSettings(always: Settings, requested: Settings = none): Settings {
  const id = currentRequestId();
  if (always === none && id === undefined) return requested;
  const { role, ...others } = always;
  const all: Record<string, string> = { ...others };
  if (id !== undefined) {
    all['solostead.request_id'] = id;
    // PostgreSQL's log and pg_stat_activity show it, unlike a setting of ours.
    all['application_name'] = `solostead ${id}`;
  }
  Object.assign(all, requested);
  if (role !== undefined && requested['role'] === undefined) all['role'] = role;
  return all;
}
