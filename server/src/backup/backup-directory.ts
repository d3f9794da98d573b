import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../configuration/make-folder.ts';

const PATTERN = /^solostead-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/;

/** Returns the path of a backup made at `at` inside `directory`. Names sort by time. */
export function pathInDirectory(directory: string, at: Date): string {
  makeFolder(directory);
  return join(directory, `solostead-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`);
}

/** Our backups in `directory`, the oldest first. */
export function backupsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => PATTERN.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** Returns the time of the backup at `path` from its name. */
export function madeAt(path: string): Date {
  const [, day = '', time = ''] = /solostead-([\d-]{10})T([\d-]{8})\.backup$/.exec(path) ?? [];
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`);
}

/** Returns true if `directory` has no backup younger than `everyHours` at `at`. */
export function isBackupDue(directory: string, everyHours: number, at: Date): boolean {
  const newest = backupsIn(directory).at(-1);
  return !newest || at.getTime() - madeAt(newest).getTime() >= everyHours * 3_600_000;
}

/** Removes all but the newest `count` backups and returns the removed ones. */
export function keepNewest(directory: string, count: number): string[] {
  const outdated = backupsIn(directory).slice(0, -count);
  for (const path of outdated) rmSync(path);
  return outdated;
}
