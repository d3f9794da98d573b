import type { ClientBase } from 'pg';
import { isNoStandIn } from '../database/stand-ins/mark.ts';
import { UserError } from '../configuration/user-error.ts';

/** Checks foreign keys after loading, which skips them for speed, and refuses a row that points at nothing. */
export async function requireForeignKeys(client: ClientBase, path: string): Promise<void> {
  const { rows } = await client.query<{ name: string; child: string; orphans: string }>(FOREIGN_KEYS);
  for (const { name, child, orphans } of rows) {
    if ((await client.query(orphans)).rows.length === 0) continue;
    throw new UserError(`${path} holds rows in ${child} that point at nothing (${name}): nothing was kept.`);
  }
}

// Each key, except to rows of stand-ins, which no backup has, with a query for a row that it does not allow.
const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::regclass::text as child,
    format('select from %s c where %s and not exists (select from %s p where %s) limit 1', k.conrelid::regclass,
      string_agg(format('c.%I is not null', c.attname), ' and '), k.confrelid::regclass,
      string_agg(format('c.%I = p.%I', c.attname, p.attname), ' and ')) as orphans
  from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
  cross join unnest(k.conkey, k.confkey) u (own, other)
  join pg_catalog.pg_attribute c on c.attrelid = k.conrelid and c.attnum = u.own
  join pg_catalog.pg_attribute p on p.attrelid = k.confrelid and p.attnum = u.other
  where k.contype = 'f' and k.convalidated and k.conparentid = 0 and n.nspname !~ '^pg_'
    and ${isNoStandIn('k.confrelid', 'pg_class')}
  group by k.oid, k.conname, k.conrelid, k.confrelid
  order by 1`;
