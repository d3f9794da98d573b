import { DatabaseError, type PoolClient } from 'pg';
import { connectionOf, type Settings, withDeadline } from './connections/connect.ts';
import { LostTransaction } from './connections/lend.ts';
import { isUnavailable } from './connections/unavailable.ts';
import { DatabaseUnavailable, type Query, type Result, type Statement } from './database.ts';
import { Pipeline } from './pipeline.ts';
import { type Naming, preparedOn } from './prepared-statements.ts';
import { settingsStatement } from './settings-statement.ts';

/** How statements are sent. */
export interface Sending {
  /** How statements that are kept are named on the server. */
  readonly naming: Naming;
  /** See `answerTimeoutMs` of a Database. */
  readonly answerTimeoutMs: number | undefined;
}

/**
 * Statements sent one by one, each answered before the next. Those with a name are kept where the session is the connection's
 * own: a failure about a kept plan fails the transaction, and nothing could be sent again.
 */
export function sender(client: PoolClient, { answerTimeoutMs, naming }: Sending): Query {
  return async <Row>(text: string, values: readonly unknown[] = [], name?: string) => {
    if (name && naming === 'counted') {
      const statement = { name, text, values };
      const [result] = await withDeadline(client, answerTimeoutMs, () =>
        send<Row>(client, naming, [statement]),
      );
      return result!;
    }
    const { rows, rowCount, command } = await withDeadline(client, answerTimeoutMs, () =>
      client.query(text, [...values]),
    );
    return { rows: rows as Row[], rowCount: rowCount ?? 0, command };
  };
}

/** Runs settings and statements as one implicit transaction in one round trip; answers what the statements answered. */
export function runPipeline<Row>(
  client: PoolClient,
  sending: Sending,
  settings: Settings,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  const first = settingsStatement(settings);
  return withDeadline(client, sending.answerTimeoutMs, async () => {
    const results = await sendAll<Row>(client, sending.naming, first ? [first, ...statements] : statements);
    return first ? results.slice(1) : results;
  });
}

async function sendAll<Row>(
  client: PoolClient,
  naming: Naming,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  return send<Row>(client, naming, statements).catch((error: unknown) => {
    if (!isAboutKeptPlan(error)) throw error;
    return send<Row>(client, 'none', statements);
  });
}

async function send<Row>(
  client: PoolClient,
  naming: Naming,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  try {
    return await new Promise<Result<Row>[]>((resolve, reject) => {
      client.query(
        new Pipeline(statements, naming, (error, results) =>
          error ? reject(error as Error) : resolve(results as Result<Row>[]),
        ),
      );
    });
  } catch (error) {
    if (isAboutKeptPlan(error)) preparedOn(connectionOf(client)).forget();
    throw error;
  }
}

/**
 * A kept statement's table has changed under it, the server's session does not know it, or knows it already as another client
 * sent it; nothing was done, and sending it without a name helps.
 */
function isAboutKeptPlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code = '', routine } = error;
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}

/** Runs `work` in a transaction that begins with the settings; rolled back when it rejects. */
export async function runTransaction<Answer>(
  client: PoolClient,
  sending: Sending,
  settings: Settings,
  work: (query: Query) => Promise<Answer>,
): Promise<Answer> {
  const query = sender(client, sending);
  let answer: Answer;
  try {
    await begin(client, sending, settings);
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

/**
 * In one round trip. It is sent once, for a retry after a failure would be inside the transaction that has begun, and kept only
 * where the session is the connection's own.
 */
async function begin(
  client: PoolClient,
  { naming, answerTimeoutMs }: Sending,
  settings: Settings,
): Promise<void> {
  const first = settingsStatement(settings);
  const statements = [{ name: 'begin', text: 'begin' }, ...(first ? [first] : [])];
  const kept = naming === 'counted' ? naming : 'none';
  await withDeadline(client, answerTimeoutMs, () => send(client, kept, statements));
}
