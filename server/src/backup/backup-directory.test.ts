import { readdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../tests/harness/new-folder.ts';
import {
  backupsIn,
  isBackupDue,
  keepNewest,
  madeAt,
  pathInDirectory,
  removeDrafts,
} from './backup-directory.ts';

let directory: string;
beforeEach(() => void (directory = join(newFolder(), 'kept')));

const make = (...times: string[]) =>
  times.map((time) => {
    const path = pathInDirectory(directory, new Date(time));
    writeFileSync(path, '');
    return path;
  });

test('names a backup by its time to the second, in a directory that only the owner can open', () => {
  const path = pathInDirectory(directory, new Date('2026-11-22T03:04:05.678Z'));
  expect(basename(path)).toBe('solostead-2026-11-22T03-04-05.backup');
  expect(madeAt(path)).toEqual(new Date('2026-11-22T03:04:05Z'));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('backups are listed by age, and other files are ignored', () => {
  const [newer, older] = make('2026-11-22T00:00:00Z', '2025-12-31T23:59:59Z');
  for (const name of ['notes.txt', 'solostead-latest.backup', 'solostead-2026-11-22T00-00-00.backup.part'])
    writeFileSync(join(directory, name), '');
  expect(backupsIn(directory)).toEqual([older, newer]);
});

test('removes the draft of a killed backup a day after its last write', () => {
  const [backup, written, left] = make(...['00', '01', '02'].map((hour) => `2026-01-01T${hour}:00:00Z`));
  for (const [path, hours] of [
    [written!, 23],
    [left!, 25],
  ] as const) {
    renameSync(path, `${path}.part`);
    const at = new Date(Date.now() - hours * 3_600_000);
    utimesSync(`${path}.part`, at, at);
  }
  expect(removeDrafts(directory)).toEqual([`${left}.part`]);
  expect(readdirSync(directory)).toEqual([basename(backup!), basename(`${written}.part`)]);
});

test('finds no backups in a missing directory', () => {
  expect(backupsIn(join(directory, 'missing'))).toEqual([]);
});

test('removes all backups but the newest, and no other file', () => {
  const [first, second, third] = make('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z');
  writeFileSync(join(directory, 'notes.txt'), '');
  expect(keepNewest(directory, 2)).toEqual([first]);
  expect(keepNewest(directory, 5)).toEqual([]);
  expect(readdirSync(directory).toSorted()).toEqual(['notes.txt', basename(second!), basename(third!)]);
});

test.each([
  ['2026-01-01T23:59:59Z', false],
  ['2026-01-02T00:00:00Z', true],
  ['2026-02-01T00:00:00Z', true],
  // A clock that was set back.
  ['2025-12-31T00:00:00Z', false],
])('after a backup of 2026-01-01, the next one of each 24 hours is due at %s: %s', (at, isDue) => {
  make('2025-06-01T00:00:00Z', '2026-01-01T00:00:00Z');
  expect(isBackupDue(directory, 24, new Date(at))).toBe(isDue);
});

test('the first backup is due at once', () => {
  expect(isBackupDue(directory, 24, new Date())).toBe(true);
});
