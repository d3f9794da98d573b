import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'pg';

/** A column of an answer and how its text becomes a JavaScript value. */
export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** A statement prepared on the server. `columns` is null until an answer has described them. */
export interface PreparedStatement {
  readonly serverName: string;
  readonly text: string;
  columns: readonly Column[] | null;
}

/**
 * The names of statements on the server. `counted` uses a number of the connection. `hashed` uses a hash of their
 * text, so that in any session a name means the same text. `none` prepares them each time.
 */
export type Naming = 'counted' | 'hashed' | 'none';

/** The number of statements one connection keeps before it closes the least recently used one. */
const MAX_PREPARED = 200;

export class PreparedStatements {
  #closing: string[] = [];
  readonly #byName = new LRUCache<string, PreparedStatement>({
    max: MAX_PREPARED,
    dispose: ({ serverName }) => this.#closing.push(serverName),
  });
  /** Parse messages without an answer, in the order sent. Null for statements without a name. */
  readonly #awaited: (readonly [string, PreparedStatement] | null)[] = [];
  #counter = 0;

  /** The statement prepared under `name`, or null. @throws TypeError when the name belongs to another text */
  find(name: string, text: string): PreparedStatement | null {
    const statement = this.#byName.get(name);
    if (!statement) return null;
    if (statement.text !== text) throw new TypeError(`the name ${name} belongs to another statement`);
    return statement;
  }

  /** Announces a Parse that is being sent. Returns the name to send it under, '' for none. */
  announce(name: string | undefined, text: string, naming: Naming = 'counted'): PreparedStatement {
    const own = () => (naming === 'hashed' ? hashed(text) : `statement_${++this.#counter}`);
    const statement = { serverName: name ? own() : '', text, columns: null };
    this.#awaited.push(name ? [name, statement] : null);
    return statement;
  }

  /** PostgreSQL has parsed the first of the announced statements. */
  confirm(): void {
    const entry = this.#awaited.shift();
    if (entry) this.#byName.set(...entry);
  }

  /** After a failure, announced statements without a confirmation were skipped. */
  discardAnnounced(): void {
    this.#awaited.length = 0;
  }

  /** Evicts all statements, after the tables under them changed. */
  forget(): void {
    this.#byName.clear();
  }

  /** Returns the server names of evicted statements, once, to be closed there. */
  takeEvicted(): string[] {
    return this.#closing.splice(0);
  }
}

const hashed = (text: string): string =>
  `statement_${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;

const byConnection = new WeakMap<Connection, PreparedStatements>();

/** Returns the statements of `connection`. It listens for confirmations from the first call on. */
export function preparedOn(connection: Connection): PreparedStatements {
  let statements = byConnection.get(connection);
  if (!statements) {
    const fresh = new PreparedStatements();
    connection.on('parseComplete', () => fresh.confirm());
    byConnection.set(connection, (statements = fresh));
  }
  return statements;
}
