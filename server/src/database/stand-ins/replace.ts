import type { Client } from 'pg';
import type { StandIn } from './known.ts';
import { MARK } from './mark.ts';
import { UserError } from '../../configuration/user-error.ts';

/**
 * Runs the statement that creates the extension of a stand-in, in the transaction of its migration. The stand-in is
 * dropped before, and its jobs or secrets are handed to the extension.
 * @throws UserError when other objects use the stand-in
 */
export async function replaceStandIn(client: Client, standIn: StandIn, statement: string): Promise<void> {
  const { extension, schemas, carry } = standIn;
  const { rows: drops } = await client.query<{ statement: string }>(DROPS, [
    MARK,
    schemas,
    standIn.functions,
  ]);
  if (drops.length === 0) return void (await client.query(statement));
  const { rows } = carry
    ? await client.query<unknown[]>({ text: carry.read, rowMode: 'array' })
    : { rows: [] };
  try {
    for (const drop of drops) await client.query(drop.statement);
  } catch (error) {
    const { detail, message } = error as { detail?: string; message: string };
    throw new UserError(
      `the project uses what this server made in place of ${extension} (${detail ?? message}). ` +
        'Drop that before the extension is created, and create it again after',
      { cause: error },
    );
  }
  for (const schema of schemas) if (!createsIn(schema, statement)) await dropIfEmpty(client, schema);
  await client.query(statement);
  for (const values of rows) await client.query(carry!.write, values);
}

/** An extension makes its schema itself, unless the statement names it. */
const createsIn = (schema: string, statement: string) =>
  new RegExp(String.raw`\bschema\s+"?${schema}\b`, 'i').test(statement);

async function dropIfEmpty(client: Client, schema: string): Promise<void> {
  await client.query('savepoint stand_in');
  await client
    .query(`drop schema if exists ${schema}`)
    .catch(() => client.query('rollback to savepoint stand_in'));
  await client.query('release savepoint stand_in');
}

/** Statements that drop all objects with the comment in $1, and nothing that depends on them. */
const DROPS = `
  with marked (place, kind, name) as (
    select case relkind when 'v' then 2 when 'r' then 3 when 'S' then 4 else 5 end,
      case relkind when 'v' then 'view' when 'r' then 'table' when 'S' then 'sequence if exists' else 'type' end,
      oid::regclass::text
    from pg_catalog.pg_class
    where relkind in ('r', 'v', 'S', 'c') and relnamespace::regnamespace::text = any ($2)
      and obj_description(oid, 'pg_class') = $1
    union all
    select 5, 'type', oid::regtype::text from pg_catalog.pg_type
    where typnamespace::regnamespace::text = any ($2) and obj_description(oid, 'pg_type') = $1
    union all
    select 1, 'function', oid::regprocedure::text from pg_catalog.pg_proc
    where obj_description(oid, 'pg_proc') = $1
      and (pronamespace::regnamespace::text = any ($2) or proname = any ($3))
  )
  select format('drop %s %s', kind, string_agg(name, ', ')) as statement
  from marked group by place, kind order by place`;
