/** A statement with its bound values. A name lets the connection keep it prepared. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly name?: string;
}

/** The result of one statement. `command` is PostgreSQL's tag (SELECT, INSERT, …). */
export interface Result<Row = Record<string, unknown>> {
  readonly rows: Row[];
  readonly rowCount: number;
  readonly command: string;
}

/** Runs a statement inside an open transaction. Only texts that never vary and name their columns take a name. */
export type Query = <Row = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<Result<Row>>;

/** Runs statements, in one transaction or each on its own. */
export type Queryable = Pick<Database, 'query'>;

/** Several statements of a transaction in one round trip. The first failure skips the others. */
export interface Batches {
  together<Row = Record<string, unknown>>(statements: readonly Statement[]): Promise<Result<Row>[]>;
  /** The last statements, and the commit with them. */
  finish<Row = Record<string, unknown>>(statements: readonly Statement[]): Promise<Result<Row>[]>;
}

/**
 * The database interface of the services. Failures reject with `pg`'s DatabaseError (`code`, `detail`, `hint`,
 * `constraint`) when the server answered, and with `DatabaseUnavailable` when it did not.
 */
export interface Database {
  /** One statement on its own, in the service's own role. */
  query: Query;

  /**
   * Runs statements in one implicit transaction and one round trip. `settings` are applied first, each as
   * `set_config(name, value, true)`, in their order. Put `role` last among those that need the outer role.
   *
   * @example
   * const [orders] = await database.pipeline({ role: 'anon' }, [{ text: 'select * from orders' }]);
   */
  pipeline<Row = Record<string, unknown>>(
    settings: Readonly<Record<string, string>>,
    statements: readonly Statement[],
  ): Promise<Result<Row>[]>;

  /**
   * Runs statements that depend on each other's results, with `settings` as for a pipeline. It rolls back when `work`
   * rejects and commits when it is done, unless `work` has ended the transaction.
   */
  transaction<Answer>(
    work: (query: Query, batches: Batches) => Promise<Answer>,
    settings?: Readonly<Record<string, string>>,
  ): Promise<Answer>;

  /**
   * Calls back for each `notify channel` until the returned function unsubscribes. Reconnects, and then calls back with an
   * empty payload, for notifications it may have missed.
   */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
}

/**
 * PostgreSQL could not be reached, or the connection was lost before it answered. The server logs the first of them
 * (`watch.ts`). Requests and jobs that fail add no line (`isOutage`).
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** All connections of the pool were in use for too long. The database itself may be well. */
export class PoolBusy extends DatabaseUnavailable {
  override name = 'PoolBusy';
}

/** Returns true if the database is away, which is logged once and not for each request. A full pool returns false. */
export const isOutage = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable && !(error instanceof PoolBusy);
