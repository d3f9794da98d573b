import type { Query } from '@solostead/server/database';

/**
 * Removes erased values from pages and statistics of all tables of the lab and of accounts, because autovacuum waits
 * until a fifth of a table has changed. The two tables left out hold only ids and lose no rows.
 */
export async function vacuumErased(query: Query, isStopping = () => false): Promise<void> {
  const { rows: tables } = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private', 'auth') and tablename not in ('erasures', 'access_log')
        and exists (select from private.erasures where erased_at > now() - interval '2 days')`,
  );
  for (const { name } of tables) {
    if (!isStopping()) await query(`vacuum (analyze, skip_locked, index_cleanup on) ${name}`);
  }
}
