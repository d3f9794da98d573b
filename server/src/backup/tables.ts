import type { ClientBase } from 'pg';
import type { Progress } from '../process/with-progress.ts';
import { isNoStandIn } from '../database/stand-ins/mark.ts';

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface Table extends TableName {
  /** Its columns in order, without generated ones. */
  readonly columns: readonly string[];
}

/** Names as SQL writes them. */
export const nameOf = ({ schema, name }: TableName): string => `${quote(schema)}.${quote(name)}`;
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Tables below this are handled within seconds. */
const MANY_ROWS = 10_000;

/** Reports a step with a table that takes long. */
export function noteRows(progress: Progress, verb: string, table: TableName, rows: number): void {
  if (rows >= MANY_ROWS) progress(`${verb} ${nameOf(table)}, ${rows} rows`);
}

/** Text must mean the same wherever it is written and read. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local row_security = off;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;`;

/** Lists every table with lasting data, except those that migrating fills again: its records and stand-ins. */
export async function listTables(client: ClientBase, schemas?: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''), '{}') as columns
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'solostead', 'supabase_migrations')
       and ${isNoStandIn('c.oid', 'pg_class')}
       and ($1::text[] is null or n.nspname = any ($1))
     group by 1, 2 order by 1, 2`,
    [schemas ?? null],
  );
  return rows;
}

/**
 * Returns a checksum that any change of a row changes. It adds up the rows' hashes, so their order does not matter.
 * A bare `t` would be a column of that name.
 */
export async function digestRows(client: ClientBase, from: string) {
  const part = (side: string) => `coalesce(sum(('x' || ${side}(hash, 15))::bit(60)::bigint), 0)::text`;
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, ${part('left')} || '-' || ${part('right')} as digest
     from (select md5((t.*)::text) as hash from ${from} t) hashed`,
  );
  return { rows: Number(rows[0]!.rows), digest: rows[0]!.digest };
}
