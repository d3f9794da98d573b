import type { Config } from '../../configuration/config.ts';
import { commandLine } from '../../process/command-line.ts';
import type { Query } from '../database.ts';
import { hasContent } from './contents.rules.ts';
import { isFrozen, type MigrationFile, migrationFiles, platformMigrations, textOf } from './files.ts';
import { type ExpectedHistory, historyProblem } from './history.ts';

/** A database's record of its migrations, compared with the files of this version. */
export interface HistoryComparison {
  /** The reason why this version must not run on the database, in a sentence with advice, or null. */
  readonly refusal: string | null;
  /** Names the project's files that were edited after they were applied, where that is no refusal, or null. */
  readonly edited: string | null;
  /** Files that were not applied yet. */
  readonly missing: readonly string[];
  /** The number of the project's migrations that were applied. */
  readonly applied: number;
}

/** The statements of each applied file, by its key. */
type History = ReadonlyMap<string, readonly string[] | null>;

/**
 * Compares what was applied with the files, by name, order and text. The platform's files may never differ, and the
 * project's may not once they are frozen. Both tables of the history must exist.
 */
export async function compareHistory(
  query: Query,
  { supabaseDir, appliesMigrations }: Pick<Config, 'supabaseDir' | 'appliesMigrations'>,
  acceptsLate = false,
): Promise<HistoryComparison> {
  const platform = await compare(query, PLATFORM, platformMigrations());
  const project = appliesMigrations ? await compareProject(query, supabaseDir, acceptsLate) : NOTHING;
  const refusal =
    platform.problem ??
    // Every release records the statements of the platform's files.
    (platform.unrecorded.length > 0 ? unreleased(platform.unrecorded) : null) ??
    (platform.edited.length > 0 ? leftBehind(platform.edited) : null) ??
    project.refusal;
  return { ...project, refusal, missing: [...platform.missing, ...project.missing] };
}

const NOTHING: HistoryComparison = { refusal: null, edited: null, missing: [], applied: 0 };

/** Compares the project's migrations alone. */
export async function compareProject(
  query: Query,
  supabaseDir: string,
  acceptsLate = false,
): Promise<HistoryComparison> {
  const expected = { isProject: true, acceptsLate };
  const { problem, edited, missing, applied } = await compare(
    query,
    PROJECT,
    migrationFiles(supabaseDir),
    expected,
  );
  const mustNotDiffer = isFrozen(supabaseDir) && edited.length > 0;
  return {
    refusal: problem ?? (mustNotDiffer ? leftBehind(edited) : null),
    edited: edited.length > 0 && !mustNotDiffer ? formerInForce(edited) : null,
    missing,
    applied,
  };
}

/** A table that an unreleased version or another tool made may lack the column `statements`. */
const historyOf = (table: string, key: string): string =>
  `select ${key} as key, to_jsonb(m) -> 'statements' as statements from ${table} m order by 1`;
const PLATFORM = historyOf('solostead.platform_migrations', 'name');
const PROJECT = historyOf('supabase_migrations.schema_migrations', 'version');

async function compare(
  query: Query,
  text: string,
  files: readonly MigrationFile[],
  expected: ExpectedHistory = {},
) {
  const { rows } = await query<{ key: string; statements: readonly string[] | null }>(text);
  const history: History = new Map(rows.map(({ key, statements }) => [key, statements]));
  const names = (wanted: readonly MigrationFile[]) => wanted.map(({ file }) => file);
  const isEdited = (file: MigrationFile) => {
    const statements = history.get(file.key);
    return statements ? !hasContent(statements, textOf(file)) : false;
  };
  return {
    problem: historyProblem(
      rows.map(({ key }) => key),
      files.map(({ key }) => key),
      expected,
    ),
    edited: names(files.filter(isEdited)),
    unrecorded: names(files.filter(({ key }) => history.get(key) === null)),
    missing: names(files.filter(({ key }) => !history.has(key))),
    applied: rows.length,
  };
}

const leftBehind = (files: readonly string[]): string =>
  `The database was made by another text of ${list(files)}, so it would keep functions of another version: ` +
  `run "${commandLine('backup FILE')}" with the commit that made it, then "${commandLine('restore FILE')}" with this one ` +
  'and an empty DATA_DIR or database.';

const unreleased = (files: readonly string[]): string =>
  `An unreleased version made the database (it has no text of ${list(files)}): ` +
  'start with an empty DATA_DIR or database, or run the commit that made it.';

const formerInForce = (files: readonly string[]): string =>
  `The database was made by another text of ${list(files)}, so the former one is in force: add a migration that makes ` +
  `the change, or "${commandLine('backup FILE')}" and "${commandLine('restore FILE')}" into an empty DATA_DIR or database.`;

/** Names all files: an operator may have to look at each. */
const list = (files: readonly string[]): string => files.join(', ');
