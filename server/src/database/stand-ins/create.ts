import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { namedStandIns, type StandIn } from './known.ts';
import { MARK } from './mark.ts';
import { FRESH_SESSION } from '../migrations/session.ts';
import { withoutComments } from '../migrations/split-statements.ts';

type Report = (sentence: string) => void;

/** Creates the stand-ins that the scripts name, where neither PostgreSQL nor the database has the real objects. */
export async function createStandIns(
  client: Client,
  scripts: readonly string[],
  report: Report,
): Promise<void> {
  const created: string[] = [];
  for (const standIn of namedStandIns(scripts.map(withoutComments).join(';\n'))) {
    if ((await isAvailable(client, standIn)) || (await hasObjects(client, standIn))) continue;
    await create(client, standIn);
    created.push(standIn.name);
  }
  if (created.length > 0)
    report(
      `The project names ${created.join(', ')}, which this server lacks: the tables accept rows, ` +
        'and functions that need the service refuse when they are called.',
    );
}

export async function isAvailable(client: Client, { extension }: StandIn): Promise<boolean> {
  const { rows } = await client.query('select from pg_catalog.pg_available_extensions where name = $1', [
    extension,
  ]);
  return rows.length > 0;
}

async function hasObjects(client: Client, { schemas, functions }: StandIn): Promise<boolean> {
  const { rows } = await client.query(
    `select where exists (select from pg_catalog.pg_class where relnamespace::regnamespace::text = any ($1))
       or exists (
         select from pg_catalog.pg_proc
         where pronamespace::regnamespace::text = any ($1)
           or (pronamespace = to_regnamespace('extensions') and proname = any ($2))
       )`,
    [schemas, functions ?? null],
  );
  return rows.length > 0;
}

async function create(client: Client, { name, schemas, functions }: StandIn): Promise<void> {
  await client.query(FRESH_SESSION);
  await client.query('begin');
  try {
    await client.query('set local client_min_messages = warning');
    await client.query(readFileSync(join(import.meta.dirname, 'sql', `${name}.sql`), 'utf8'));
    for (const { statement } of (await client.query(MARKING, [schemas, functions ?? null, MARK])).rows)
      await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A statement for each relation, type and function, which gives it the comment in $3. */
const MARKING = `
  select format('comment on %s %s is %L',
    case relkind when 'v' then 'view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end,
    oid::regclass, $3::text) as statement
  from pg_catalog.pg_class
  where relnamespace::regnamespace::text = any ($1) and relkind in ('r', 'v', 'S', 'c')
  union all
  select format('comment on type %s is %L', oid::regtype, $3::text)
  from pg_catalog.pg_type where typnamespace::regnamespace::text = any ($1) and typtype = 'e'
  union all
  select format('comment on function %s is %L', oid::regprocedure, $3::text)
  from pg_catalog.pg_proc
  where pronamespace::regnamespace::text = any ($1)
    or (pronamespace = to_regnamespace('extensions') and proname = any ($2))`;
