import { DatabaseError, escapeLiteral, type PoolClient } from 'pg';
import { connectionOf, type Settings, withDeadline } from '../connections/connect.ts';
import type { Query, Result, Statement } from '../database.ts';
import { Pipeline } from './pipeline.ts';
import { type Naming, preparedOn } from './prepared-statements.ts';

export interface Sending {
  readonly naming: Naming;
  /** See `answerTimeoutMs` of a Database. */
  readonly answerTimeoutMs: number | undefined;
}

/**
 * Sends statements one by one. Named ones are kept only where the session belongs to the connection. A failure about
 * a kept plan fails the transaction, and nothing could be sent again.
 */
export function sender(client: PoolClient, { answerTimeoutMs, naming }: Sending): Query {
  return async <Row>(text: string, values: readonly unknown[] = [], name?: string) => {
    if (name && naming === 'counted') {
      const [result] = await send<Row>(client, { answerTimeoutMs, naming }, [{ name, text, values }]);
      return result!;
    }
    const { rows, rowCount, command } = await withDeadline(client, answerTimeoutMs, () =>
      client.query(text, [...values]),
    );
    return { rows: rows as Row[], rowCount: rowCount ?? 0, command };
  };
}

/** Runs settings and statements as one implicit transaction in one round trip and returns the statements' results. */
export async function runPipeline<Row>(
  client: PoolClient,
  sending: Sending,
  settings: Settings,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  const first = settingsStatements(settings);
  const all = [...first, ...statements];
  let results: Result<Row>[];
  try {
    results = await send<Row>(client, sending, all);
  } catch (error) {
    if (!isAboutCachedPlan(error)) throw error;
    results = await send<Row>(client, { ...sending, naming: 'none' }, all);
  }
  return results.slice(first.length);
}

/** Sends statements in one round trip, once. */
export function send<Row>(
  client: PoolClient,
  { naming, answerTimeoutMs }: Sending,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  const answered = () =>
    new Promise<Result<Row>[]>((resolve, reject) => {
      const pipeline = new Pipeline(statements, naming, (error, results) => {
        if (isAboutCachedPlan(error)) preparedOn(connectionOf(client)).forget();
        if (error) reject(error as Error);
        else resolve(results as Result<Row>[]);
      });
      client.query(pipeline);
    });
  return withDeadline(client, answerTimeoutMs, answered);
}

/**
 * Returns true if a kept statement failed without effect, because its table changed, the session does not know it, or
 * another client's statement has its name. Sending it without a name helps.
 */
function isAboutCachedPlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code = '', routine } = error;
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}

const texts = new Map<string, string>();

/**
 * Returns the statements that apply `settings` in order for the rest of the transaction, one at most unless an isolation
 * level is among them.
 */
export function settingsStatements({ transaction_isolation: level, ...settings }: Settings): Statement[] {
  // PostgreSQL takes a level only before the first snapshot, and `select` takes one. The next transaction has its default.
  const isolation =
    level === undefined ? [] : [{ text: `set transaction_isolation = ${escapeLiteral(level)}` }];
  const names = Object.keys(settings);
  if (names.length === 0) return isolation;
  const key = names.join();
  let text = texts.get(key);
  if (!text) {
    text = `select ${names.map((name, index) => `set_config('${quoted(name)}', $${index + 1}, true)`).join(', ')}`;
    texts.set(key, text);
  }
  return [...isolation, { name: `settings:${key}`, text, values: Object.values(settings) }];
}

function quoted(name: string): string {
  if (/^[a-z_]+(\.[a-z_][a-z0-9_]*)*$/.test(name)) return name;
  throw new TypeError(`${name} is not the name of a setting`);
}
