import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { listTables, nameOf, type PresentTable, quote, type Table, type TableName } from './tables.ts';

/** The schema of rows that need to be converted. They are in columns of text, so they keep the hashes of their origin. */
export const STAGE = 'solostead_former';

const stagedName = ({ schema, name }: TableName): TableName => ({ schema: STAGE, name: `${schema}.${name}` });

/** Makes the table that takes in the rows of `table`, and returns its name. */
export async function stage(client: Client, table: Table): Promise<TableName> {
  const staged = stagedName(table);
  await client.query(
    `create table ${nameOf(staged)} (${table.columns.map((column) => `${quote(column)} text`).join(', ')})`,
  );
  return staged;
}

/** Runs the project's own `former.sql`, which reshapes the staged rows for the tables of this version. */
export async function reshapeStaged(client: Client, supabaseDir: string): Promise<void> {
  const file = join(supabaseDir, 'former.sql');
  if (existsSync(file)) await client.query(readFileSync(file, 'utf8'));
}

export async function stagedTables(client: Client): Promise<Table[]> {
  const staged = await listTables(client, [STAGE]);
  return staged.map(({ name, columns }) => {
    const dot = name.indexOf('.');
    return { schema: name.slice(0, dot), name: name.slice(dot + 1), columns };
  });
}

/** Copies the staged rows of `columns` into the table of the same name, column by column. */
export async function convertStaged(client: Client, table: PresentTable, columns: readonly string[]) {
  const into = columns.map(quote).join(', ');
  const from = columns
    .map((name) => `${quote(name)}::${table.types[table.columns.indexOf(name)]}`)
    .join(', ');
  await client.query(
    `insert into ${nameOf(table)} (${into}) overriding system value select ${from} from ${nameOf(stagedName(table))}`,
  );
}
