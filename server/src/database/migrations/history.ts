import { commandLine } from '../../process/command-line.ts';

/**
 * Returns the relation of a database's or backup's migrations to those of this version. `newer`: it has all of ours and
 * later ones. `unreleased`: it has others among ours or lacks an earlier one, which no release brings about.
 */
export function relate(applied: readonly string[], ours: readonly string[]) {
  const isUnknown = (version: string) => !ours.includes(version);
  if (lateIn(applied, ours) !== undefined) return 'unreleased';
  if (!applied.some(isUnknown)) return 'ours';
  const newest = newestOf(ours);
  return applied.every((version) => !isUnknown(version) || version > newest) &&
    ours.every((version) => applied.includes(version))
    ? 'newer'
    : 'unreleased';
}

const newestOf = (versions: readonly string[]): string => versions.toSorted().at(-1) ?? '';

/** Returns the first of our migrations that is older than an applied one and was not applied. */
const lateIn = (applied: readonly string[], ours: readonly string[]): string | undefined =>
  ours.find((version) => version < newestOf(applied) && !applied.includes(version));

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
  const unknown = applied.find((version) => !ours.includes(version));
  const late = lateIn(applied, ours);
  if (isProject) {
    if (unknown !== undefined)
      return applied.some((version) => ours.includes(version)) ? withoutFile(unknown) : noneKnown(unknown);
    return late === undefined || acceptsLate ? null : tooLate(late, newestOf(applied));
  }
  switch (relate(applied, ours)) {
    case 'unreleased':
      return unreleased(
        unknown === undefined ? `lacks the migration ${late}` : `has the migration ${unknown}`,
      );
    case 'newer':
      return newer(unknown!);
    case 'ours':
      return null;
  }
}

const unreleased = (reason: string): string =>
  `An unreleased version or another project made the database (it ${reason}): ` +
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

const tooLate = (late: string, newest: string): string =>
  `The migration ${late} is older than ${newest}, which the database already has: give its file a later time, ` +
  `or run "${commandLine('migrations --include-all')}".`;
