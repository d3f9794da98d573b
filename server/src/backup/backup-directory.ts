import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../configuration/make-folder.ts';

const PATTERN = /^solostead-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/;
const DRAFT = /^solostead-.+\.backup\.part$/;
const DAY_MS = 24 * 3_600_000;

/** Returns the path of a backup made at `at` inside `directory`. Names sort by time. */
export function pathInDirectory(directory: string, at: Date): string {
  makeFolder(directory);
  return join(directory, `solostead-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`);
}

/** Our backups in `directory`, the oldest first. */
export const backupsIn = (directory: string): string[] => matching(directory, PATTERN);

function matching(directory: string, pattern: RegExp): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** Returns the time of the backup at `path` from its name. */
export function madeAt(path: string): Date {
  const [, day = '', time = ''] = /solostead-([\d-]{10})T([\d-]{8})\.backup$/.exec(path) ?? [];
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`);
}

/** Returns the age of the newest backup in `directory` at `at` in milliseconds, or null if there is none. */
export function ageOfNewest(directory: string, at: Date): number | null {
  const newest = backupsIn(directory).at(-1);
  return newest === undefined ? null : at.getTime() - madeAt(newest).getTime();
}

export function isBackupDue(directory: string, everyHours: number, at: Date): boolean {
  return (ageOfNewest(directory, at) ?? Infinity) >= everyHours * 3_600_000;
}

/**
 * Removes the drafts of killed backups, whose last write was more than a day ago, and returns them. The next backup
 * calls it before it writes, because it would fail as well on a disk that they fill.
 */
export function removeDrafts(directory: string): string[] {
  const lastWritten = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return remove(matching(directory, DRAFT).filter((path) => lastWritten(path) < Date.now() - DAY_MS));
}

export const keepNewest = (directory: string, count: number): string[] =>
  remove(backupsIn(directory).slice(0, -count));

/** Ignores files that another copy of the server has removed. */
function remove(paths: string[]): string[] {
  for (const path of paths) rmSync(path, { force: true });
  return paths;
}
