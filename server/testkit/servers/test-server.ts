import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool, type QueryResultRow } from 'pg';
import type { Email } from 'postal-mime';
import { makeTestFolder, putFreshData } from '../databases/fresh-data.ts';
import { startPostgres } from '../databases/postgres.ts';
import { queryOf, type Statement } from '../databases/statement.ts';
import { readMails } from '../mail/outbox.ts';
import { removeFolder } from '../remove-folder.ts';
import { startPooledDatabase } from '../network/pooled-database.ts';
import { freePort } from '../network/free-port.ts';
import { knownPassword, testKeys } from './keys.ts';
import type { Program } from './program.ts';
import { runCommand } from './run-command.ts';
import { serverEnvironment } from './server-environment.ts';
import { type SpawnOptions, spawnServer } from './server-process.ts';

export interface ServerOptions extends SpawnOptions {
  /** Added to the environment. An empty value unsets. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing data directory, which is then left in place at the end. */
  readonly dataDir?: string;
}

export interface TestServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Null while it runs, and when a signal ended it. */
  exitCode(): number | null;
  /** The server's environment, for commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Lines of its log so far, parsed. */
  readonly log: readonly Record<string, unknown>[];
  /** Its database, as the superuser. */
  readonly databaseUrl: string;
  /** Rows of one statement, as the superuser. */
  sql<Row extends QueryResultRow = QueryResultRow>(...statement: Statement): Promise<Row[]>;
  /** Its first row, if there is one. */
  row<Row extends QueryResultRow = QueryResultRow>(...statement: Statement): Promise<Row>;
  /** The first column of its rows. */
  column<Value = unknown>(...statement: Statement): Promise<Value[]>;
  /** The first column of its first row. */
  value<Value = unknown>(...statement: Statement): Promise<Value>;
  /** Captured mails, the oldest first. */
  mails(): Promise<Email[]>;
  /** Creates a confirmed account with the secret key. */
  addUser(email: string): Promise<{ id: string; password: string }>;
  /** Runs an operator's command while the server runs, and returns its standard output. */
  command(name: string, ...args: string[]): Promise<string>;
  /** Ends it as Ctrl-C would, and removes its data unless the directory was given. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL, and PostgreSQL ends too. The data stays for another start. */
  kill(): Promise<void>;
}

/** Starts the server as it is started for real, on a free port, with limits off and mail captured. */
export async function startProgram(program: Program, options: ServerOptions = {}): Promise<TestServer> {
  const own = await startOwnDatabase(options);
  const dataDir = options.dataDir ?? makeTestFolder('solostead-test-');
  const removeData = async () => options.dataDir ?? (await removeFolder(dataDir));
  try {
    return await startIn(program, dataDir, own, removeData, options);
  } catch (error) {
    // A refused start is what some tests are about: its data would stay in memory.
    await own?.stop();
    await removeData();
    throw error;
  }
}

async function startIn(
  program: Program,
  dataDir: string,
  own: OwnDatabase | null,
  removeData: () => Promise<unknown>,
  options: ServerOptions,
): Promise<TestServer> {
  const isOrdinary = !own && !options.dataDir && !options.user && !options.env?.['DATABASE_URL'];
  if (isOrdinary) await putMigratedData(program, dataDir);
  const port = options.env?.['PORT'] ?? String(await freePort());
  const env = serverEnvironment(program, {
    DATA_DIR: dataDir,
    PORT: port,
    ...own?.env,
    ...options.env,
  });
  const { child, log } = await spawnServer(program, env, options);
  const facts = readFacts(dataDir);
  const url = `http://localhost:${port}`;
  const databaseUrl = env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'] || facts.databaseUrl;
  // Encrypted only, as libpq reads it: the driver would ask for a certificate that is trusted here.
  const connectionString = databaseUrl.replace('sslmode=require', 'sslmode=no-verify');
  const pool = new Pool({ connectionString, max: 2 });
  pool.on('error', () => {});
  const command = (name: string, ...args: string[]) => runCommand(program, env, name, ...args);
  const end = async (signal: NodeJS.Signals) => {
    if (!pool.ended) await pool.end();
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    publishableKey: testKeys.publishable,
    secretKey: testKeys.secret,
    dataDir,
    pid: child.pid!,
    exitCode: () => child.exitCode,
    env,
    log,
    databaseUrl,
    ...queriesOn(pool),
    mails: () => readMails(join(dataDir, 'outbox')),
    addUser: (email) => addUser(url, email),
    command,
    stop: async () => {
      await end('SIGTERM');
      await own?.stop();
      await removeData();
    },
    kill: () => end('SIGKILL'),
  };
}

function queriesOn(pool: Pool): Pick<TestServer, 'sql' | 'row' | 'column' | 'value'> {
  const sql = async <Row>(...statement: Statement) => (await pool.query(queryOf(statement))).rows as Row[];
  const row = async <Row>(...statement: Statement) => (await sql<Row>(...statement))[0]!;
  const column = async <Value>(...statement: Statement) =>
    (await sql<object>(...statement)).map((row) => Object.values(row)[0] as Value);
  const value = async <Value>(...statement: Statement) => (await column<Value>(...statement))[0]!;
  return { sql, row, column, value };
}

interface OwnDatabase {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Creates a database for each server instead of the embedded one, unless a test names its own. `POSTGRES=oldest npx
 * vitest run --project wire …` uses the oldest supported PostgreSQL, `POOLER=session` or `POOLER=transaction`
 * Debian's behind PgBouncer.
 */
async function startOwnDatabase({ env, dataDir }: ServerOptions): Promise<OwnDatabase | null> {
  if (env?.['DATABASE_URL'] || dataDir) return null;
  const mode = process.env['POOLER'];
  if (mode === 'session' || mode === 'transaction') return startPooledDatabase(mode);
  if (process.env['POSTGRES'] !== 'oldest') return null;
  const postgres = await startPostgres({ isOldest: true });
  return { env: { DATABASE_URL: postgres.url() }, stop: postgres.stop };
}

/** Creates an account with the service's own administration. */
async function addUser(url: string, email: string): Promise<{ id: string; password: string }> {
  const answer = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: testKeys.secret,
      authorization: `Bearer ${testKeys.secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, password_hash: knownPassword.hash, email_confirm: true }),
  });
  if (!answer.ok) throw new Error(`No account for ${email}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  return { id, password: knownPassword.password };
}

/** Prepares `dataDir` with a database as an earlier start left it. First starts have separate tests. */
export const putMigratedData = (program: Program, dataDir: string): Promise<void> =>
  putFreshData(dataDir, program.migratedBy, async (empty) =>
    (await startProgram(program, { dataDir: empty })).stop(),
  );

function readFacts(dataDir: string): { databaseUrl: string } {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8'));
  } catch {
    return { databaseUrl: '' };
  }
}
