import { type Connection, type FieldDef, types } from 'pg';
import utils from 'pg/lib/utils.js';
import type { Result, Statement } from '../database.ts';
import { type Column, type Naming, preparedOn, type PreparedStatement } from './prepared-statements.ts';

interface Step {
  readonly statement: Statement;
  readonly values: readonly (string | Buffer | null)[];
  readonly answer: { rows: Record<string, unknown>[]; rowCount: number; command: string };
  prepared: PreparedStatement | null;
}

/**
 * Statements sent to PostgreSQL in one piece with a single Sync, which makes them one implicit transaction in one
 * round trip (PostgreSQL manual, "Message Flow", Extended Query). It takes the place of a query in `pg`'s client.
 */
export class Pipeline {
  /** `pg` looks for it to know that failures are handled. */
  readonly callback = (): void => {};
  readonly #settle: (error: unknown, results?: Result[]) => void;
  readonly #steps: readonly Step[];
  readonly #naming: Naming;
  #connection: Connection | null = null;
  #at = 0;

  /** Throws a TypeError when a statement cannot be sent at all. */
  constructor(
    statements: readonly Statement[],
    naming: Naming,
    settle: (error: unknown, results?: Result[]) => void,
  ) {
    this.#settle = settle;
    this.#naming = naming;
    this.#steps = statements.map((statement) => ({
      statement,
      values: readyValues(statement),
      answer: { rows: [], rowCount: 0, command: '' },
      prepared: null,
    }));
  }

  submit(connection: Connection): Error | null {
    this.#connection = connection;
    const { stream } = connection;
    stream.cork();
    try {
      for (const name of preparedOn(connection).takeEvicted()) connection.close({ type: 'S', name }, true);
      for (const step of this.#steps) send(connection, step, this.#naming);
    } catch (error) {
      this.#settle(error);
    } finally {
      connection.sync();
      stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#steps[this.#at]!.prepared!.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { prepared, answer } = this.#steps[this.#at]!;
    const row: Record<string, unknown> = {};
    const columns = prepared?.columns ?? [];
    for (let index = 0; index < columns.length; index++) {
      const text = fields[index];
      row[columns[index]!.name] = text == null ? null : columns[index]!.parse(text);
    }
    answer.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { prepared, answer } = this.#steps[this.#at++]!;
    const [command = '', ...counts] = text.split(' ');
    answer.command = command;
    answer.rowCount = Number(counts.at(-1) ?? 0) || 0;
    prepared!.columns ??= [];
  }

  handleEmptyQuery(): void {
    this.#at++;
  }

  handleReadyForQuery(): void {
    this.#settle(
      null,
      this.#steps.map((step) => step.answer),
    );
  }

  handleError(error: unknown): void {
    if (this.#connection) preparedOn(this.#connection).discardAnnounced();
    this.#settle(error);
  }

  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('a pipeline cannot copy');
  }

  handleCopyData(): void {}
}

function send(connection: Connection, step: Step, naming: Naming): void {
  const { statement, values } = step;
  const statementsHere = preparedOn(connection);
  const name = naming === 'none' ? undefined : statement.name;
  step.prepared = name ? statementsHere.find(name, statement.text) : null;
  if (!step.prepared) {
    step.prepared = statementsHere.announce(name, statement.text, naming);
    connection.parse({ name: step.prepared.serverName, text: statement.text, types: [] }, true);
  }
  connection.bind({ portal: '', statement: step.prepared.serverName, values: [...values] } as never, true);
  if (!step.prepared.columns) connection.describe({ type: 'P', name: '' }, true);
  connection.execute(null, true);
}

function readyValues({ text, values = [] }: Statement): (string | Buffer | null)[] {
  if (text.includes('\0')) throw new TypeError('a statement cannot hold a null byte');
  return values.map((value) => utils.prepareValue(value));
}
