import { DatabaseError } from 'pg';
import { type Config, readConfig } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import { UserError } from '../configuration/user-error.ts';
import { defineCommand, UsageError, wholeNumber } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

/**
 * Tables of rate limits, each with the columns `purpose`, `per_caller`, `per_network`, `per_everyone`, `period` and
 * `counts`, in the order in which the command lists them. The CHECKs of a table are the bounds of its limits.
 */
export type LimitTables = readonly string[];

interface Limit {
  readonly purpose: string;
  readonly per_caller: number | null;
  readonly per_network: number | null;
  readonly per_everyone: number | null;
  readonly period: string;
  readonly counts: string;
}

interface Changes {
  readonly caller?: number;
  readonly network?: number;
  readonly everyone?: number | 'none';
  readonly minutes?: number;
}

/** Returns the command that lists rate limits, and sets one for every copy of the server at once. */
export function limitsCommand(readProductConfig: () => Config, tables: LimitTables) {
  const command = defineCommand('limits').description(
    'Rate limits: how many requests one address, its network (a /24 or /48) and all callers together may make ' +
      'in a period. Without a command it lists them.',
  );
  const run = (work: (database: Database) => Promise<void>) =>
    withDatabases(readProductConfig(), 'limits', ({ owner }) => work(owner));
  const count = (name: string) => (text: string) => wholeNumber(name, text);
  command.action(() => run((database) => list(database, tables)));
  command
    .command('set')
    .description('changes one limit, at once and for every copy of the server')
    .argument('<PURPOSE>', 'its name in the list')
    .option('--caller <N>', 'requests of one address', count('--caller'))
    .option(
      '--network <N>',
      'requests of one network, at least as many as of one address',
      count('--network'),
    )
    .option(
      '--everyone <N>',
      'requests of all callers together, more than of one network, or the word none to remove this limit',
      (text) => (text === 'none' ? text : wholeNumber('--everyone', text)),
    )
    .option('--minutes <N>', 'the period in which they are counted', (text) => wholeNumber('--minutes', text))
    .action((purpose, changes) => {
      if (Object.keys(changes).length === 0)
        throw new UsageError('Say what to change: --caller, --network, --everyone or --minutes.');
      return run((database) => set(database, tables, purpose, changes));
    });
  return command;
}

async function list(database: Database, tables: LimitTables): Promise<void> {
  for (const line of aligned(await read(database, tables))) console.log(line);
}

async function read(database: Database, tables: LimitTables): Promise<Limit[]> {
  const limits = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await database.query<Limit>(
        `select purpose, per_caller, per_network, per_everyone, counts,
                round(extract(epoch from period) / 60, 1)::float::text as period
           from ${table} order by purpose`,
      );
      return rows;
    }),
  );
  return limits.flat();
}

/** Returns the lines of a table with the limits, whose columns are as wide as their widest cell. */
function aligned(limits: readonly Limit[]): string[] {
  const rows = [
    ['purpose', 'caller', 'network', 'everyone', 'minutes', 'counts'],
    ...limits.map((limit) => [
      limit.purpose,
      ...[limit.per_caller, limit.per_network, limit.per_everyone].map((each) => String(each ?? '-')),
      limit.period,
      limit.counts,
    ]),
  ];
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

async function set(
  database: Database,
  tables: LimitTables,
  purpose: string,
  changes: Changes,
): Promise<void> {
  const known = await read(database, tables);
  if (!known.some((limit) => limit.purpose === purpose))
    throw new UserError(
      `There is no limit ${purpose}. These exist: ${known.map((limit) => limit.purpose).join(', ')}.`,
    );
  for (const table of tables) await change(database, table, purpose, changes);
  for (const line of aligned((await read(database, tables)).filter((limit) => limit.purpose === purpose)))
    console.log(line);
}

const columns = {
  caller: 'per_caller',
  network: 'per_network',
  everyone: 'per_everyone',
  minutes: 'period',
} as const satisfies Record<keyof Changes, string>;

/** SQLSTATEs of a CHECK and of a missing value. */
const OUT_OF_BOUNDS = ['23514', '23502'];

async function change(database: Database, table: string, purpose: string, changes: Changes): Promise<void> {
  const names = Object.keys(changes) as (keyof Changes)[];
  const assigned = names.map(
    (name, at) =>
      `${columns[name]} = ${name === 'minutes' ? `make_interval(mins => $${at + 2}::int)` : `$${at + 2}`}`,
  );
  const values = names.map((name) => (changes[name] === 'none' ? null : changes[name]));
  await database
    .query(`update ${table} set ${assigned.join(', ')} where purpose = $1`, [purpose, ...values])
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && OUT_OF_BOUNDS.includes(error.code ?? '')
        ? new UserError(boundOf(error))
        : error;
    });
}

/** Returns the bound that a change missed, in a sentence. The CHECKs are named for the column. */
function boundOf({ constraint, column }: DatabaseError): string {
  const name = column ?? constraint?.replace(/^rate_limits_(.+)_check$/, '$1');
  if (name === 'per_caller') return 'The limit of an address is at most 1,000,000.';
  if (name === 'per_network')
    return 'The limit of a network is at least that of an address and at most 20,000,000. Set both in one command.';
  if (name === 'per_everyone')
    return 'One network could use up this limit of all callers. Set both in one command.';
  return 'The period is at most 1 day (1440 minutes).';
}

/** The limits of a project without a product. */
export const command = limitsCommand(readConfig, ['auth.limits']);
