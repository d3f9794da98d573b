import { DatabaseError, type PoolClient } from 'pg';
import {
  connectionOf,
  CONNECT_TIMEOUT_MS,
  IS_READ_ONLY,
  prepareConnection,
  READ_ONLY_SENTENCE,
  type Settings,
  withDeadline,
} from './connections/connect.ts';
import { openPool } from './connections/pool.ts';
import { type Database, type Query, type Result, type Statement, DatabaseUnavailable } from './database.ts';
import { preparedOn } from './prepared-statements.ts';
import { settingsStatement } from './settings-statement.ts';
import { asPromised, isReadOnlyRefusal, isUnavailable } from './connections/unavailable.ts';
import { Pipeline } from './pipeline.ts';

/** A Database with connections of its own, which must be closed at the end. */
export interface OpenDatabase extends Database {
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly url: string;
  /** What each connection gets at once. */
  readonly settings?: Settings;
  /** The most connections. */
  readonly max: number;
  readonly listen: Database['listen'];
  /**
   * Milliseconds after which PostgreSQL counts as gone when it has neither answered a statement nor ended the
   * connection: its machine froze, or the network swallows everything. Above what its own timeouts allow.
   */
  readonly answerTimeoutMs?: number | undefined;
}

/**
 * Opens a pool of connections to PostgreSQL. Connections are made when needed and given up when idle; a caller that
 * meets a server which is not there waits up to ten seconds for it, then gets DatabaseUnavailable.
 */
export function openDatabase({ url, settings, max, listen, answerTimeoutMs }: DatabaseOptions): OpenDatabase {
  const pool = openPool(url, max, (client) => prepareConnection(client, settings));
  const lent = <Answer>(work: (client: PoolClient) => Promise<Answer>) => lend(pool.acquire, work);
  return {
    query: (text, values) => lent((client) => runQuery(client, answerTimeoutMs)(text, values)),
    pipeline: <Row>(local: Settings, statements: readonly Statement[]) =>
      lent((client) =>
        withDeadline(client, answerTimeoutMs, () => runPipeline<Row>(client, local, statements)),
      ),
    transaction: (work) => lent((client) => runTransaction(client, answerTimeoutMs, work)),
    listen,
    close: pool.close,
  };
}

/**
 * Lends a connection to `work`; one that broke, leads to a server that takes no writes, or may still be inside a
 * transaction, is not used again.
 */
async function lend<Answer>(
  borrow: () => Promise<PoolClient>,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await borrow();
  let broken = false;
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (raised) {
    const error = await explained(client, raised);
    broken ||= isUnavailable(error) || error instanceof LostTransaction;
    throw asPromised(error);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** A write that was refused because the whole server is read-only has met a standby; a request's own limit is another matter. */
async function explained(client: PoolClient, error: unknown): Promise<unknown> {
  if (!isReadOnlyRefusal(error)) return error;
  try {
    const { rows } = await withDeadline(client, CONNECT_TIMEOUT_MS, () =>
      client.query<{ isReadOnly: boolean }>(`select (${IS_READ_ONLY}) as "isReadOnly"`),
    );
    return rows[0]!.isReadOnly ? new DatabaseUnavailable(READ_ONLY_SENTENCE, { cause: error }) : error;
  } catch (cause) {
    return asPromised(cause);
  }
}

function runQuery(client: PoolClient, answerTimeoutMs: number | undefined): Query {
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    const { rows, rowCount, command } = await withDeadline(client, answerTimeoutMs, () =>
      client.query(text, [...values]),
    );
    return { rows: rows as Row[], rowCount: rowCount ?? 0, command };
  };
}

async function runPipeline<Row>(
  client: PoolClient,
  settings: Settings,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  const first = settingsStatement(settings);
  const all = first ? [first, ...statements] : statements;
  const attempt = () =>
    new Promise<Result<Row>[]>((resolve, reject) => {
      client.query(
        new Pipeline(all, (error, results) =>
          error ? reject(error as Error) : resolve(results as Result<Row>[]),
        ),
      );
    });
  const results = await attempt().catch((error: unknown) => {
    if (!isOutdatedPlan(error)) throw error;
    preparedOn(connectionOf(client)).forget();
    return attempt();
  });
  return first ? results.slice(1) : results;
}

/** A kept statement's table has changed under it; nothing was done, and parsing anew helps. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    ((error.code === '0A000' && error.routine === 'RevalidateCachedQuery') || error.code === '26000')
  );
}

class LostTransaction extends Error {
  override name = 'LostTransaction';
}

async function runTransaction<Answer>(
  client: PoolClient,
  answerTimeoutMs: number | undefined,
  work: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  const query = runQuery(client, answerTimeoutMs);
  await query('begin');
  let answer: Answer;
  try {
    answer = await work(query);
  } catch (error) {
    await query('rollback').catch((cause: unknown) => {
      throw isUnavailable(cause) ? new DatabaseUnavailable('The database was lost.', { cause }) : cause;
    });
    throw error;
  }
  const { command } = await query('commit');
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: work must not swallow its failures.
  if (command !== 'COMMIT') throw new LostTransaction('The transaction had failed and was rolled back.');
  return answer;
}
