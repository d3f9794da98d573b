import { runCommand, serverEnvironment, type TestServer } from '../harness/servers/server.ts';

export const restore = (dataDir: string, from: string) =>
  runCommand(serverEnvironment({ DATA_DIR: dataDir }), 'restore', from);
export const sentence = (failing: Promise<unknown>): Promise<string> =>
  failing.then(
    () => 'it did not fail',
    (error: { stderr: string }) => error.stderr,
  );

/** Each row of each table as text. */
export async function everyRow(of: TestServer): Promise<Record<string, string[]>> {
  const tables = await of.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('rate_limits', 'installation', 'offsite') order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await of.sql<{ row: string }>(`select (t.*)::text as row from ${name} t order by 1`);
    // Only the times of migrations differ in a restored database.
    rows[name] = found.map(({ row }) => (name.endsWith('.platform_migrations') ? row.split(',')[0]! : row));
  }
  return rows;
}

/** An environment without keys, as a machine has it that the backup is to bring them to. */
export const withoutKeys = (dataDir: string) =>
  serverEnvironment({
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: '',
    JWT_KEYS: '',
    SUPABASE_PUBLISHABLE_KEY: '',
  });
