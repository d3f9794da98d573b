import { randomUUID } from 'node:crypto';
import type { Queryable } from './database.ts';

/** The given columns of a row with their values for a statement. Undefined ones are left out, objects become JSON. */
function columnsOf(row: object): { names: string[]; values: unknown[] } {
  const defined = Object.entries(row).filter(([, value]) => value !== undefined);
  return { names: defined.map(([name]) => name), values: defined.map(([, value]) => asParameter(value)) };
}

const asParameter = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array)
    ? JSON.stringify(value)
    : value;

type Row = Readonly<Record<string, unknown>> & { readonly id?: string };

/**
 * Inserts a row and returns its id, which is random unless given. Names of the table and of its columns must come from
 * the code, because they are written into the statement.
 *
 * @example
 * const id = await insertRow(database, 'public.orders', { buyer: 'ada@example.org', items: { tea: 2 } });
 */
export async function insertRow(db: Queryable, table: string, row: Row): Promise<string> {
  const { id = randomUUID() } = row;
  const { names, values } = columnsOf({ ...row, id });
  const places = names.map((_, index) => `$${index + 1}`);
  await db.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, values);
  return id;
}

/** Sets the given columns of the rows whose `key` has the value `id`. Names must come from the code here, too. */
export async function updateRow(db: Queryable, table: string, key: string, id: string, changes: object) {
  const { names, values } = columnsOf(changes);
  const assignments = names.map((name, index) => `${name} = $${index + 2}`);
  await db.query(`update ${table} set ${assignments.join(', ')} where ${key} = $1`, [id, ...values]);
}

/** Deletes the rows whose columns have the given values and returns their number. Names must come from the code. */
export async function deleteRows(db: Queryable, table: string, where: Row): Promise<number> {
  const conditions = Object.keys(where).map((name, index) => `${name} = $${index + 1}`);
  const { rowCount } = await db.query(
    `delete from ${table} where ${conditions.join(' and ')}`,
    Object.values(where),
  );
  return rowCount;
}

/** The database with the time that dates the rows it writes. */
export interface Dated extends Queryable {
  readonly at: Date;
}

export const datedAt = ({ at }: Dated) => ({ created_at: at, updated_at: at });

/**
 * Returns the rows of `table`, which the condition names `r`, with timestamps in ISO form. `more` is SQL that changes
 * or adds members, such as ` || jsonb_build_object(…)`.
 */
export async function findRows<Found>(
  db: Queryable,
  table: string,
  condition: string,
  values: readonly unknown[],
  more = '',
): Promise<Found[]> {
  const text = `select to_jsonb(r)${more} as row from ${table} r where ${condition}`;
  return (await db.query<{ row: Found }>(text, values)).rows.map(({ row }) => row);
}

export const findRow = async <Found>(...parameters: Parameters<typeof findRows>): Promise<Found | null> =>
  (await findRows<Found>(...parameters))[0] ?? null;
