import type { ClientBase } from 'pg';
import { UserError } from '../user-error.ts';

interface ForeignKey {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly childColumns: readonly string[];
  readonly parentColumns: readonly string[];
}

/** Checks foreign keys after loading, which skips them for speed, and refuses a row that points at nothing. */
export async function requireForeignKeys(client: ClientBase, path: string): Promise<void> {
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS);
  for (const key of rows) {
    const same = key.childColumns
      .map((column, index) => `c.${column} = p.${key.parentColumns[index]}`)
      .join(' and ');
    const filled = key.childColumns.map((column) => `c.${column} is not null`).join(' and ');
    const orphans = await client.query(
      `select 1 from ${key.child} c where ${filled} and not exists (select 1 from ${key.parent} p where ${same}) limit 1`,
    );
    if (orphans.rows.length === 0) continue;
    throw new UserError(
      `${path} holds rows in ${key.child} that point at nothing (${key.name}): nothing was kept.`,
    );
  }
}

const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
    array(select quote_ident(a.attname) from unnest(k.conkey) with ordinality u(number, place)
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number order by u.place) as "childColumns",
    array(select quote_ident(a.attname) from unnest(k.confkey) with ordinality u(number, place)
      join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number order by u.place) as "parentColumns"
  from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
  where k.contype = 'f' and n.nspname !~ '^pg_'
  order by 1`;
