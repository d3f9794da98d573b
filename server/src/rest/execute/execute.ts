import type { Database, Query, Result, Statement } from '../../database/database.ts';
import * as errors from '../errors.ts';
import { withBody } from '../sql/fragment.ts';
import { failureMark } from '../sql/limits.ts';
import type { AnswerRow, Prepared } from '../sql/statement.ts';

export interface Answer {
  /** The rows that were read, written or returned. For a plan, its text. */
  readonly row: AnswerRow;
  /** The planner's estimate of the number of rows, where it was asked for. */
  readonly estimate: number | null;
}

/** A statement's row, or lines of the plan when it explains one. */
type StatementRow = AnswerRow & { readonly 'QUERY PLAN'?: unknown };

/** Runs a plan in one round trip (a few more where everything is to be undone). */
export async function execute(
  database: Database,
  { plan, before, main, estimate }: Prepared,
  settings: Readonly<Record<string, string>>,
  body: string | null,
): Promise<Answer> {
  const all = [before, main, estimate]
    .filter((statement) => statement !== null)
    .map((statement) => ({ ...statement, values: withBody(statement.values ?? [], body) }));
  try {
    const results =
      plan.preferences.transaction === 'rollback'
        ? await runUndone(database, settings, all)
        : await database.pipeline<StatementRow>(settings, all);
    if (before) results.shift();
    return {
      row: plan.format.explain ? explained(results[0]!) : results[0]!.rows[0]!,
      estimate: estimate ? estimated(results[1]!) : null,
    };
  } catch (error) {
    throw ownFailure(error) ?? error;
  }
}

async function runUndone(
  database: Database,
  settings: Readonly<Record<string, string>>,
  all: readonly Statement[],
): Promise<Result<StatementRow>[]> {
  const results: Result<StatementRow>[] = [];
  const undone = new Error('undone as asked');
  const work = async (query: Query): Promise<never> => {
    for (const { text, values } of all) results.push(await query<StatementRow>(text, values));
    throw undone;
  };
  await database.transaction(work, settings).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return results;
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
function ownFailure(error: unknown): errors.RestError | null {
  const message = error instanceof Error ? error.message : '';
  const [, what, limit = '', number = ''] =
    new RegExp(`${failureMark}:(single|affected|put|large)(?: (\\d+))?:(\\d+)`).exec(message) ?? [];
  if (what === undefined) return null;
  if (what === 'put') return errors.putOfAnotherRow();
  if (what === 'large') return errors.answerTooLarge(number, limit);
  return what === 'single' ? errors.notSingular(number) : errors.maxAffectedExceeded(number);
}
