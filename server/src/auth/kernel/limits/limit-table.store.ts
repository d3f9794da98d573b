import type { Queryable } from '../../../database/database.ts';
import type { Limit, LimitPurpose, LimitTable } from './limit-table.rules.ts';

/**
 * Stores the limits of config.toml in `auth.limits`. A limit that an operator changed since stays until config.toml
 * gives another one, so the later change wins.
 */
export async function storeConfiguredLimits(database: Queryable, table: LimitTable): Promise<void> {
  const rows = Object.entries(table).map(([purpose, limit]) => ({
    purpose,
    ...limit,
    configured: JSON.stringify(limit),
  }));
  await database.query(
    `insert into auth.limits as l (purpose, per_caller, per_network, per_everyone, period, counts, configured)
     select purpose, caller, network, everyone, make_interval(secs => seconds), counts, configured
       from jsonb_to_recordset($1) as r
         (purpose text, caller integer, network integer, everyone integer, seconds integer, counts text, configured text)
     on conflict (purpose) do update
       set per_caller = excluded.per_caller, per_network = excluded.per_network, per_everyone = excluded.per_everyone,
           period = excluded.period, counts = excluded.counts, configured = excluded.configured
     where l.configured <> excluded.configured`,
    [JSON.stringify(rows)],
  );
}

/** Returns the limits that count now, by purpose. */
export async function readLimits(database: Queryable): Promise<ReadonlyMap<LimitPurpose, Limit>> {
  const { rows } = await database.query<Limit & { purpose: LimitPurpose }>(
    `select purpose, per_caller as caller, per_network as network, per_everyone as everyone,
            extract(epoch from period)::integer as seconds, counts
       from auth.limits`,
  );
  return new Map(rows.map(({ purpose, ...limit }) => [purpose, limit]));
}
