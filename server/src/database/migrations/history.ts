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

/**
 * Compares the versions in the database with those of this version, in order. Returns a sentence when the database has
 * migrations that are unknown here, or one of ours would come too late, and null otherwise.
 */
export function historyProblem(applied: readonly string[], ours: readonly string[]): string | null {
  const known = new Set(ours);
  const first = applied.find((version) => !known.has(version));
  switch (relate(applied, ours)) {
    case 'unreleased':
      return (
        `An unreleased version or another project made the database (it has the migration ${first}): ` +
        'start with an empty DATA_DIR or database, or run the commit that made it.'
      );
    case 'newer':
      return `The database has the migration ${first}, which a newer version made: start that version, or restore a backup.`;
    case 'ours':
      return orderProblem(applied, ours);
  }
}

function orderProblem(applied: readonly string[], ours: readonly string[]): string | null {
  const newest = applied.toSorted().at(-1) ?? '';
  const late = ours.find((version) => version < newest && !applied.includes(version));
  return late === undefined
    ? null
    : `The migration ${late} is older than ${newest}, which the database already has: give its file a later time.`;
}
