import type { PoolClient } from 'pg';
import type { Settings } from '../connections/connect.ts';
import { LostTransaction } from '../connections/with-connection.ts';
import { isUnavailable } from '../connections/unavailable.ts';
import { type Batches, DatabaseUnavailable, type Query, type Result, type Statement } from '../database.ts';
import { send, sender, type Sending, settingsStatements } from './run-statements.ts';

/** Runs `work` in a transaction that begins with the settings, and rolls back when it rejects. */
export async function runTransaction<Answer>(
  client: PoolClient,
  sending: Sending,
  settings: Settings,
  work: (query: Query, batches: Batches) => Promise<Answer>,
): Promise<Answer> {
  const transaction = openTransaction(client, sending, settings);
  let answer: Answer;
  try {
    answer = await work(transaction.query, transaction);
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  if (transaction.isOpen()) await transaction.finish([]);
  return answer;
}

/**
 * A transaction that begins in the round trip of its first statement. Nothing is sent again, because a retry after a
 * failure would be inside the transaction. Statements are kept only where the session belongs to the connection.
 */
function openTransaction(client: PoolClient, sending: Sending, settings: Settings) {
  const ask = sender(client, sending);
  const naming = sending.naming === 'counted' ? sending.naming : 'none';
  let state: 'not begun' | 'open' | 'ended' = 'not begun';

  const together = async <Row>(statements: readonly Statement[]): Promise<Result<Row>[]> => {
    const first = state === 'not begun' ? beginning(settings) : [];
    state = 'open';
    const results = await send<Row>(client, { ...sending, naming }, [...first, ...statements]);
    return results.slice(first.length);
  };
  const query: Query = async <Row>(text: string, values?: readonly unknown[], name?: string) => {
    if (state !== 'not begun') return ask<Row>(text, values, name);
    const [result] = await together<Row>([{ text, values, name }]);
    return result!;
  };
  const finish = async <Row>(statements: readonly Statement[]): Promise<Result<Row>[]> => {
    const results = await together<Row>([...statements, { name: 'commit', text: 'commit' }]);
    state = 'ended';
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: work must not swallow its failures.
    if (results.pop()!.command !== 'COMMIT')
      throw new LostTransaction('The transaction had failed and was rolled back.');
    return results;
  };
  const rollBack = async (): Promise<void> => {
    if (state !== 'open') return;
    await ask('rollback').catch((cause: unknown) => {
      throw isUnavailable(cause) ? new DatabaseUnavailable('The database was lost.', { cause }) : cause;
    });
  };
  return { query, together, finish, rollBack, isOpen: () => state === 'open' };
}

const beginning = (settings: Settings): Statement[] => [
  { name: 'begin', text: 'begin' },
  ...settingsStatements(settings),
];
