import type { Query } from '../database.ts';
import type { AppliedMigration, MigrationText } from './states.rules.ts';
import { migrationFiles, textOf } from './files.ts';
import { HISTORY } from './migrate.ts';
import { splitStatements } from './split-statements.ts';
import { UserError } from '../../configuration/user-error.ts';

/** Returns the recorded migrations, none of a database that was never migrated. */
export async function readApplied(query: Query): Promise<AppliedMigration[]> {
  const { rows: present } = await query(
    `select where to_regclass('supabase_migrations.schema_migrations') is not null`,
  );
  if (present.length === 0) return [];
  // Another tool may have made the table with fewer columns.
  const { rows } = await query<AppliedMigration>(
    `select version, to_jsonb(m) ->> 'name' as name,
       case when jsonb_typeof(to_jsonb(m) -> 'statements') = 'array'
         then array(select jsonb_array_elements_text(to_jsonb(m) -> 'statements')) end as statements
     from supabase_migrations.schema_migrations m order by version`,
  );
  return [...rows];
}

/** Reads the project's migrations in order. */
export const readMigrations = (supabaseDir: string): MigrationText[] =>
  migrationFiles(supabaseDir).map((file) => ({ ...file, text: textOf(file) }));

/** Records the files of these versions as applied, without running them. @throws UserError where a version has no file */
export async function markApplied(
  query: Query,
  files: readonly MigrationText[],
  versions: readonly string[],
): Promise<void> {
  for (const statement of splitStatements(HISTORY)) await query(statement);
  for (const version of versions) {
    const file = files.find((known) => known.version === version);
    if (!file) throw new UserError(`supabase/migrations has no file of the version ${version}.`);
    await query(
      `insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)
       on conflict (version) do update set name = excluded.name, statements = excluded.statements`,
      [version, file.name, splitStatements(file.text)],
    );
  }
}

/** Removes the records of these versions. What they made stays. @throws UserError for a version that is not recorded */
export async function markReverted(query: Query, versions: readonly string[]): Promise<void> {
  const recorded = new Set((await readApplied(query)).map(({ version }) => version));
  const unknown = versions.find((version) => !recorded.has(version));
  if (unknown !== undefined)
    throw new UserError(`The database has no migration ${unknown}, so there is nothing to revert.`);
  await query('delete from supabase_migrations.schema_migrations where version = any ($1)', [versions]);
}
