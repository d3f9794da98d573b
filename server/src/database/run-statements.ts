import { DatabaseError, type PoolClient } from 'pg';
import { connectionOf, type Settings, withDeadline } from './connections/connect.ts';
import type { Query, Result, Statement } from './database.ts';
import { Pipeline } from './pipeline.ts';
import { type Naming, preparedOn } from './prepared-statements.ts';

export interface Sending {
  /** The naming of kept statements on the server. */
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
  const first = settingsStatement(settings);
  const all = first ? [first, ...statements] : statements;
  let results: Result<Row>[];
  try {
    results = await send<Row>(client, sending, all);
  } catch (error) {
    if (!isAboutKeptPlan(error)) throw error;
    results = await send<Row>(client, { ...sending, naming: 'none' }, all);
  }
  if (first) results.shift();
  return results;
}

/** Sends statements in one round trip, once. */
export function send<Row>(
  client: PoolClient,
  { naming, answerTimeoutMs }: Sending,
  statements: readonly Statement[],
): Promise<Result<Row>[]> {
  return new Promise((resolve, reject) => {
    let deadline: NodeJS.Timeout | undefined;
    const pipeline = new Pipeline(statements, naming, (error, results) => {
      clearTimeout(deadline);
      if (isAboutKeptPlan(error)) preparedOn(connectionOf(client)).forget();
      if (error) reject(error as Error);
      else resolve(results as Result<Row>[]);
    });
    if (answerTimeoutMs) deadline = setTimeout(() => connectionOf(client).stream.destroy(), answerTimeoutMs);
    client.query(pipeline);
  });
}

/**
 * Returns true if a kept statement failed without effect, because its table changed, the session does not know it, or
 * another client's statement has its name. Sending it without a name helps.
 */
function isAboutKeptPlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code = '', routine } = error;
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000' || code === '42P05';
}

const texts = new Map<string, string>();

/** Returns one statement that applies `settings` in order for the rest of the transaction, or null without any. */
export function settingsStatement(settings: Readonly<Record<string, string>>): Statement | null {
  const names = Object.keys(settings);
  if (names.length === 0) return null;
  const key = names.join();
  let text = texts.get(key);
  if (!text) {
    text = `select ${names.map((name, index) => `set_config('${quoted(name)}', $${index + 1}, true)`).join(', ')}`;
    texts.set(key, text);
  }
  return { name: `settings:${key}`, text, values: Object.values(settings) };
}

function quoted(name: string): string {
  if (/^[a-z_]+(\.[a-z_][a-z0-9_]*)*$/.test(name)) return name;
  throw new TypeError(`${name} is not the name of a setting`);
}
