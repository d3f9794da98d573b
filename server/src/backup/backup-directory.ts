import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../configuration/make-folder.ts';
import type { Installation } from './installation.ts';
import { type Outline, readOutline } from './container/outline.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The clocks of two machines may differ by this. A backup of a later time was made by a wrong clock. */
const MAX_AHEAD_MS = HOUR_MS;

/** Returns the path of a backup made at `at` by the installation `id` inside `directory`. Nothing reads time or id from it. */
export function pathInDirectory(directory: string, at: Date, id: string): string {
  makeFolder(directory);
  const time = at.toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  return join(directory, `solostead-${time}-${id.slice(0, 8)}.backup`);
}

/** The names that `pathInDirectory` gives. Other backups in the folder count too and are never removed. */
const OWN_NAME = /^solostead-[\dT-]{23}-[\da-f]{8}\.backup$/;

/** A whole backup, as the two ends of its file show. */
export interface Found {
  readonly path: string;
  readonly at: Date;
  readonly outline: Outline;
}

/** The backups in a folder, as one installation sees them. */
export interface Survey {
  /** Its own whole ones, the oldest first. */
  readonly own: readonly Found[];
  /** Its own, dated more than an hour ahead. */
  readonly ahead: readonly Found[];
  /** Whole ones of the installations that its rows came from, the oldest first. */
  readonly former: readonly Found[];
  readonly foreign: readonly Found[];
  /** Files that are empty, cut short, altered or no backups. */
  readonly damaged: readonly string[];
}

/** Reads the ends of each file in `directory` that is named `*.backup`. */
export function surveyBackups(directory: string, installation: Installation, at: Date): Survey {
  const { whole, damaged } = wholeBackupsIn(directory);
  const isOwn = ({ outline }: Found) => outline.header.installation === installation.id;
  const isFormer = ({ outline }: Found) => installation.former.includes(outline.header.installation);
  const isAhead = (found: Found) => found.at.getTime() > at.getTime() + MAX_AHEAD_MS;
  const isSealed = ({ outline }: Found) => outline.isSealedWith(installation.sealKey);
  const own = whole.filter(isOwn);
  return {
    own: own.filter((found) => isSealed(found) && !isAhead(found)),
    ahead: own.filter((found) => isSealed(found) && isAhead(found)),
    former: whole.filter(isFormer),
    foreign: whole.filter((found) => !isOwn(found) && !isFormer(found)),
    damaged: [...damaged, ...own.filter((found) => !isSealed(found)).map(({ path }) => path)],
  };
}

/** Returns the whole backups in `directory`, of any installation and the oldest first, and the other files. */
export function wholeBackupsIn(directory: string): { whole: Found[]; damaged: string[] } {
  const whole: Found[] = [];
  const damaged: string[] = [];
  for (const path of matching(directory, /\.backup$/)) {
    const outline = outlineOrNull(path);
    if (outline === undefined) continue;
    if (outline === null) damaged.push(path);
    else whole.push({ path, outline, at: new Date(outline.header.createdAt) });
  }
  return { whole: whole.toSorted((one, other) => one.at.getTime() - other.at.getTime()), damaged };
}

/** Returns undefined for a file that another copy of the server has removed, and null for one that cannot be read. */
function outlineOrNull(path: string): Outline | null | undefined {
  try {
    return readOutline(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : null;
  }
}

function matching(directory: string, pattern: RegExp): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** Returns the age of the newest own backup in milliseconds, or null if there is none. */
export function ageOfNewest({ own }: Survey, at: Date): number | null {
  const newest = own.at(-1);
  return newest === undefined ? null : Math.max(0, at.getTime() - newest.at.getTime());
}

export const isBackupDue = (survey: Survey, everyHours: number, at: Date): boolean =>
  (ageOfNewest(survey, at) ?? Infinity) >= everyHours * HOUR_MS;

/**
 * Removes the drafts of killed backups, whose last write was more than a day ago, and returns them. The next backup
 * calls it before it writes, because it would fail as well on a disk that they fill.
 */
export function removeDrafts(directory: string): string[] {
  const lastWritten = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  const drafts = matching(directory, /^solostead-.+\.backup\.part$/);
  return remove(drafts.filter((path) => lastWritten(path) < Date.now() - DAY_MS));
}

/** Removes the own backups that are older than the newest `count`, and never `written`. Returns them. */
export function keepNewest({ own }: Survey, count: number, written: string): string[] {
  const paths = own.map(({ path }) => path).filter((path) => OWN_NAME.test(basename(path)));
  return remove(paths.slice(0, -count).filter((path) => path !== written));
}

/** Ignores files that another copy of the server has removed. */
function remove(paths: string[]): string[] {
  for (const path of paths) rmSync(path, { force: true });
  return paths;
}
