import { hasContent } from './contents.rules.ts';

/** A row of `supabase_migrations.schema_migrations`. Another tool may have recorded no name and no statements. */
export interface AppliedMigration {
  readonly version: string;
  readonly name: string | null;
  readonly statements: readonly string[] | null;
}

export interface MigrationText {
  readonly version: string;
  readonly name: string;
  readonly text: string;
}

/** `missing` has a file alone, `without a file` a row alone. `out of order` is missing and older than an applied one. */
export type MigrationState = 'applied' | 'different' | 'missing' | 'out of order' | 'without a file';

export interface ComparedMigration {
  readonly version: string;
  readonly name: string;
  readonly state: MigrationState;
}

/** Compares the migrations of a database with the project's files. Returns a row for each version, in order. */
export function compareMigrations(
  applied: readonly AppliedMigration[],
  files: readonly MigrationText[],
): ComparedMigration[] {
  const rows = new Map(applied.map((row) => [row.version, row]));
  const known = new Set(files.map(({ version }) => version));
  const newest = [...rows.keys()].sort().at(-1) ?? '';
  const ofFiles = files.map(({ version, name, text }): ComparedMigration => {
    const row = rows.get(version);
    if (row) return { version, name, state: stateOf(row, text) };
    return { version, name, state: version < newest ? 'out of order' : 'missing' };
  });
  const others = applied
    .filter(({ version }) => !known.has(version))
    .map(({ version, name }): ComparedMigration => ({ version, name: name ?? '', state: 'without a file' }));
  return [...ofFiles, ...others].sort((one, other) => (one.version < other.version ? -1 : 1));
}

const stateOf = ({ statements }: AppliedMigration, text: string): MigrationState =>
  statements === null || hasContent(statements, text) ? 'applied' : 'different';
