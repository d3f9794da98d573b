import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../configuration/user-error.ts';

/** A file of migrations. The database records it by `key`, its name or its version. */
export interface MigrationFile {
  readonly key: string;
  readonly file: string;
  readonly path: string;
}

export interface ProjectMigration extends MigrationFile {
  readonly version: string;
  readonly name: string;
}

const platformDir = join(import.meta.dirname, '../platform');

/** The files that provide what Supabase itself would, in their order. */
export const platformMigrations = (): MigrationFile[] =>
  sqlFiles(platformDir).map((file) => ({ key: file, file, path: join(platformDir, file) }));

const MIGRATION_NAME = /^(\d+)_(.+)\.sql$/;

/** The migrations this version brings, in their order. @throws UserError when two have the same version */
export function migrationFiles(supabaseDir: string): ProjectMigration[] {
  const folder = join(supabaseDir, 'migrations');
  const files = sqlFiles(folder).flatMap((file) => {
    const [, version = '', name = ''] = MIGRATION_NAME.exec(file) ?? [];
    return version ? [{ key: version, file, path: join(folder, file), version, name }] : [];
  });
  const second = files.find(({ version }, index) => version === files[index - 1]?.version);
  if (second)
    throw new UserError(
      `supabase/migrations/${second.file} has the version of another migration: give it a later time.`,
    );
  return files;
}

/** A sentence for each file of `migrations/` whose name makes it no migration, as for the Supabase CLI. */
export function skippedMigrations(supabaseDir: string): string[] {
  return sqlFiles(join(supabaseDir, 'migrations'))
    .filter((file) => !MIGRATION_NAME.test(file))
    .map((file) => `supabase/migrations/${file} is skipped: its name must be TIMESTAMP_NAME.sql.`);
}

/** Returns true once `baseline.json` has frozen the project's migrations, so that no applied one may be edited. */
export const isFrozen = (supabaseDir: string): boolean => existsSync(join(supabaseDir, 'baseline.json'));

export const textOf = ({ path }: MigrationFile): string => readFileSync(path, 'utf8');

/** The folder may be missing, because `supabase init` creates none. */
const sqlFiles = (directory: string): string[] =>
  (existsSync(directory) ? readdirSync(directory) : []).filter((file) => file.endsWith('.sql')).sort();
