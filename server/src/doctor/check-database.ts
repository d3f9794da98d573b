import type { Query } from '../database/database.ts';
import { migrationFiles } from '../database/migrations/migrate.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

interface Standing {
  readonly version: string;
  readonly size: string;
  readonly used: number;
  readonly most: number;
}

/** Reached, up to date, and with room for connections. */
export async function checkDatabase(query: Query, supabaseDir: string): Promise<Finding[]> {
  const { rows } = await query<Standing>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as most`,
  );
  const { version, size, used, most } = rows[0]!;
  const applied = await query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const known = new Set(applied.rows.map((row) => row.version));
  const missing = migrationFiles(supabaseDir).filter((file) => !known.has(file.version));
  return [
    missing.length > 0
      ? wrong('database', `${missing.map(({ file }) => file).join(', ')} not applied: restart the server.`)
      : fine('database', `PostgreSQL ${version}, ${size}, all ${known.size} migrations applied`),
    used > most * 0.8
      ? warning(
          'database',
          `${used} of ${most} connections in use: raise max_connections or run fewer copies.`,
        )
      : fine('database', `${used} of ${most} connections in use`),
  ];
}
