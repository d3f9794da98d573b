import type { PoolClient } from 'pg';
import type { Settings } from './connections/connect.ts';
import { LostTransaction } from './connections/lend.ts';
import { isUnavailable } from './connections/unavailable.ts';
import { type Batches, DatabaseUnavailable, type Query, type Result, type Statement } from './database.ts';
import { send, sender, type Sending, settingsStatement } from './run-statements.ts';

type Work<Answer> = (query: Query, batches: Batches) => Promise<Answer>;

/** Runs `work` in a transaction that begins with the settings, and rolls back when it rejects. */
export async function runTransaction<Answer>(
  client: PoolClient,
  sending: Sending,
  settings: Settings,
  work: Work<Answer>,
): Promise<Answer> {
  const transaction = new Transaction(client, sending, settings);
  let answer: Answer;
  try {
    answer = await work(transaction.query, transaction);
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  if (transaction.isOpen) await transaction.finish([]);
  return answer;
}

/**
 * A transaction that begins in the round trip of its first statement. Nothing is sent again, because a retry after a
 * failure would be inside the transaction. Statements are kept only where the session belongs to the connection.
 */
class Transaction implements Batches {
  readonly #client: PoolClient;
  readonly #sending: Sending;
  readonly #settings: Settings;
  readonly #ask: Query;
  #state: 'not begun' | 'open' | 'ended' = 'not begun';

  constructor(client: PoolClient, sending: Sending, settings: Settings) {
    const naming = sending.naming === 'counted' ? sending.naming : 'none';
    this.#client = client;
    this.#sending = { ...sending, naming };
    this.#settings = settings;
    this.#ask = sender(client, sending);
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  readonly query: Query = async <Row>(text: string, values?: readonly unknown[], name?: string) => {
    if (this.#state !== 'not begun') return this.#ask<Row>(text, values, name);
    const statement = { text, ...(values && { values }), ...(name !== undefined && { name }) };
    const [result] = await this.together<Row>([statement]);
    return result!;
  };

  readonly together = async <Row>(statements: readonly Statement[]): Promise<Result<Row>[]> => {
    const first = this.#state === 'not begun' ? beginning(this.#settings) : [];
    this.#state = 'open';
    const results = await send<Row>(this.#client, this.#sending, [...first, ...statements]);
    return results.slice(first.length);
  };

  readonly finish = async <Row>(statements: readonly Statement[]): Promise<Result<Row>[]> => {
    const results = await this.together<Row>([...statements, { name: 'commit', text: 'commit' }]);
    this.#state = 'ended';
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: work must not swallow its failures.
    if (results.pop()!.command !== 'COMMIT')
      throw new LostTransaction('The transaction had failed and was rolled back.');
    return results;
  };

  async rollBack(): Promise<void> {
    if (!this.isOpen) return;
    await this.#ask('rollback').catch((cause: unknown) => {
      throw isUnavailable(cause) ? new DatabaseUnavailable('The database was lost.', { cause }) : cause;
    });
  }
}

function beginning(settings: Settings): Statement[] {
  const first = settingsStatement(settings);
  return [{ name: 'begin', text: 'begin' }, ...(first ? [first] : [])];
}
