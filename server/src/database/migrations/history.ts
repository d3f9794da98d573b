import { commandLine } from '../../process/command-line.ts';

/**
 * Returns the relation of a database's or backup's migrations to those of this version. `unreleased`: no applied
 * migration is ours, as before the first release. `newer`: some are unknown here.
 */
export function relate(applied: readonly string[], ours: readonly string[]) {
  const known = new Set(ours);
  const unknown = applied.filter((version) => !known.has(version));
  if (unknown.length === 0) return 'ours';
  return unknown.length === applied.length ? 'unreleased' : 'newer';
}

export interface ExpectedHistory {
  /** True for the files of `supabase/migrations`, which the project may rename or delete. */
  readonly isProject?: boolean;
  /** True if a file may be older than the newest applied one. */
  readonly acceptsLate?: boolean;
}

/**
 * Compares the versions in the database with those of this version, in order. Returns a sentence when the database has
 * migrations that are unknown here, or one of ours would come too late, and null otherwise.
 */
export function historyProblem(
  applied: readonly string[],
  ours: readonly string[],
  { isProject = false, acceptsLate = false }: ExpectedHistory = {},
): string | null {
  const known = new Set(ours);
  const first = applied.find((version) => !known.has(version)) ?? '';
  switch (relate(applied, ours)) {
    case 'unreleased':
      return isProject ? noneKnown(first) : unreleased(first);
    case 'newer':
      return isProject ? withoutFile(first) : newer(first);
    case 'ours':
      return acceptsLate ? null : orderProblem(applied, ours, isProject);
  }
}

const unreleased = (version: string): string =>
  `An unreleased version or another project made the database (it has the migration ${version}): ` +
  'start with an empty DATA_DIR or database, or run the commit that made it.';

const noneKnown = (version: string): string =>
  `The database has the migration ${version}, and none of supabase/migrations. If an unreleased version or another ` +
  'project made it, start with an empty DATA_DIR or database, or run the commit that made it. ' +
  `If files were renamed or deleted, run "${commandLine('migrations')}".`;

const newer = (version: string): string =>
  `The database has the migration ${version}, which a newer version made: start that version, or restore a backup.`;

const withoutFile = (version: string): string =>
  `The database has the migration ${version}, of which supabase/migrations has no file. If a newer version made it, ` +
  'start that version or restore a backup. If its file was deleted, bring it back or run ' +
  `"${commandLine(`repair --status reverted ${version}`)}".`;

function orderProblem(
  applied: readonly string[],
  ours: readonly string[],
  isProject: boolean,
): string | null {
  const newest = applied.toSorted().at(-1) ?? '';
  const late = ours.find((version) => version < newest && !applied.includes(version));
  if (late === undefined) return null;
  const other = isProject ? `, or run "${commandLine('migrations --include-all')}"` : '';
  return `The migration ${late} is older than ${newest}, which the database already has: give its file a later time${other}.`;
}
