import { commandLine } from '../../process/command-line.ts';
import { UserError } from '../../user-error.ts';

/** A database whose migrations this version cannot continue. */
export class OtherHistory extends UserError {
  override name = 'OtherHistory';
}

/**
 * Returns the relation of a database's or backup's migrations to those of this version. `former`: no applied migration
 * is ours, as before a new baseline. `newer`: some are unknown here.
 */
export function relate(applied: readonly string[], ours: readonly string[]) {
  const known = new Set(ours);
  const unknown = applied.filter((version) => !known.has(version));
  if (unknown.length === 0) return 'ours';
  return unknown.length === applied.length ? 'former' : 'newer';
}

/**
 * Compares the versions in the database with those of this version, in order.
 * @throws OtherHistory when the database has migrations that are unknown here, or one of ours would come too late
 */
export function requireOwnHistory(applied: readonly string[], ours: readonly string[]): void {
  const known = new Set(ours);
  const first = applied.find((version) => !known.has(version));
  switch (relate(applied, ours)) {
    case 'former':
      throw new OtherHistory(
        `The database has the migration ${first} of an earlier history, which this version replaced: run ` +
          `"${commandLine('backup FILE')}", then "${commandLine('restore FILE')}" with an empty DATA_DIR or database.`,
      );
    case 'newer':
      throw new OtherHistory(
        `The database has the migration ${first}, which a newer version made: start that version, or restore a backup.`,
      );
    case 'ours':
      requireOrder(applied, ours);
  }
}

function requireOrder(applied: readonly string[], ours: readonly string[]): void {
  const newest = applied.toSorted().at(-1) ?? '';
  const late = ours.find((version) => version < newest && !applied.includes(version));
  if (!late) return;
  throw new OtherHistory(
    `The migration ${late} is older than ${newest}, which the database already has: give its file a later time.`,
  );
}
