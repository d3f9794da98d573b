import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Database, Query, Result, Statement } from '../../database/database.ts';
import { maxAffectedExceeded, notSingular, putOfAnotherRow, type RestError } from '../errors.ts';
import { withBody } from '../sql/fragment.ts';
import type { AnswerRow, Prepared } from '../sql/statement.ts';
import { streamLines } from './stream.ts';

/** What the database answered. */
export interface Answer {
  /** The rows that were read, written or returned; for a plan its text alone. */
  readonly row: AnswerRow;
  /** The planner's estimate of the number of rows, where it was asked for. */
  readonly estimate: number | null;
  /** What follows `row.body`, where the rows are not held in memory. */
  readonly rest: Readable | null;
}

/** Marks failures that a statement raises on purpose; clients do not know it. */
export const failureMark = randomUUID();

/** What a statement answers: an AnswerRow or, where it explains one, lines of the plan. */
type StatementRow = AnswerRow & { readonly 'QUERY PLAN'?: unknown };

/** Runs a plan in one round trip (a few more where everything is to be undone, or rows come in a stream). */
export async function execute(
  database: Database,
  { plan, before, main, estimate }: Prepared,
  settings: Readonly<Record<string, string>>,
  body: string | null,
): Promise<Answer> {
  if (plan.streamed) return executeStreamed(database, before, main, settings);
  const all = [before, main, estimate]
    .filter((statement) => statement !== null)
    .map((statement) => ({
      ...statement,
      values: withBody(statement.values ?? [], body),
    }));
  try {
    const results = plan.rollsBack
      ? await runUndone(database, settings, all)
      : await database.pipeline<StatementRow>(settings, all);
    if (before) results.shift();
    return {
      row: plan.format.explain ? explained(results[0]!) : results[0]!.rows[0]!,
      estimate: estimate ? estimated(results[1]!) : null,
      rest: null,
    };
  } catch (error) {
    throw ownFailure(error) ?? error;
  }
}

/** Takes a round trip per batch of rows, and memory for one batch only. */
async function executeStreamed(
  database: Database,
  before: Statement | null,
  statement: Statement,
  settings: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { first, lines } = await streamLines<AnswerRow>(database, settings, before, statement);
  return { row: first, estimate: null, rest: lines };
}

class Undone extends Error {
  readonly results: Result<StatementRow>[];

  constructor(results: Result<StatementRow>[]) {
    super('undone as asked');
    this.results = results;
  }
}

async function runUndone(
  database: Database,
  settings: Readonly<Record<string, string>>,
  all: readonly Statement[],
): Promise<Result<StatementRow>[]> {
  const work = async (query: Query): Promise<never> => {
    const results: Result<StatementRow>[] = [];
    for (const { text, values } of all) results.push(await query<StatementRow>(text, values));
    throw new Undone(results);
  };
  return database.transaction(work, settings).catch((error: unknown) => {
    if (error instanceof Undone) return error.results;
    throw error;
  });
}

const nothingElse = { total: null, rows: '0', location: null, inserted: null, headers: null, status: null };

function explained({ rows }: Result<StatementRow>): AnswerRow {
  const lines = rows.map((row) => row['QUERY PLAN']);
  const isText = typeof lines[0] === 'string';
  return { ...nothingElse, body: isText ? `${lines.join('\n')}\n` : JSON.stringify(lines[0]) };
}

function estimated({ rows }: Result<StatementRow>): number {
  const [plan] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan?: { 'Plan Rows'?: number } }[];
  return plan?.Plan?.['Plan Rows'] ?? 0;
}

/** The failure that a statement's guard raised on purpose (sql/statement.ts), as the client receives it. */
function ownFailure(error: unknown): RestError | null {
  const message = error instanceof Error ? error.message : '';
  const [, what, rows = ''] = new RegExp(`${failureMark}:(single|affected|put):(\\d+)`).exec(message) ?? [];
  if (what === undefined) return null;
  if (what === 'put') return putOfAnotherRow();
  return what === 'single' ? notSingular(rows) : maxAffectedExceeded(rows);
}
