import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import {
  ageOfNewest,
  type Found,
  isBackupDue,
  keepNewest,
  pathInDirectory,
  removeDrafts,
  surveyBackups,
} from './backup-directory.ts';
import { sampleInstallation, writeSample, writeSamples } from './backup.sample.ts';
import type { Installation } from './installation.ts';

let directory: string;
let ours: Installation;
beforeEach(() => {
  directory = join(newFolder(), 'kept');
  ours = sampleInstallation();
});

const make = (...times: string[]) => writeSamples(directory, ours, ...times);
const survey = (at: string, installation = ours) => surveyBackups(directory, installation, new Date(at));
const pathsOf = (found: readonly Found[]) => found.map(({ path }) => path);
const NOW = '2026-01-10T00:00:00Z';

test('names a backup by its time and installation, in a directory that only the owner can open', () => {
  const path = pathInDirectory(directory, new Date('2026-11-22T03:04:05.678Z'), ours.id);
  expect(basename(path)).toBe(`solostead-2026-11-22T03-04-05-678-${ours.id.slice(0, 8)}.backup`);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test('finds no backups in a missing directory', () => {
  expect(survey(NOW)).toEqual({ own: [], ahead: [], former: [], foreign: [], damaged: [] });
});

test('reads the time of a backup from its header, whatever its file is called', async () => {
  const [older, newer] = await make('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z');
  const renamed = join(directory, 'solostead-2030-01-01T00-00-00-00000000.backup');
  renameSync(older!, renamed);
  utimesSync(newer!, 0, 0);
  writeFileSync(join(directory, 'notes.txt'), '');
  expect(pathsOf(survey(NOW).own)).toEqual([renamed, newer]);
  expect(ageOfNewest(survey(NOW), new Date(NOW))).toBe(8 * 24 * 3_600_000);
});

describe('a file that is no whole backup of this installation', () => {
  const damages: Readonly<Record<string, (path: string) => void>> = {
    empty: (path) => truncateSync(path, 0),
    'cut short by one byte': (path) => truncateSync(path, statSync(path).size - 1),
    'cut in its header': (path) => truncateSync(path, 60),
    'followed by more': (path) => writeFileSync(path, 'x', { flag: 'a' }),
    'filled with zeros at its end': (path) => {
      const { size } = statSync(path);
      truncateSync(path, size - 100);
      truncateSync(path, size);
    },
    'given another time': (path) =>
      writeFileSync(path, readFileSync(path, 'latin1').replace('2026-01-09', '2026-01-10'), 'latin1'),
    'given another checksum': (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.with(bytes.length - 40, bytes.at(-40)! ^ 1));
    },
    'another file': (path) => writeFileSync(path, 'PGDMP'.repeat(100)),
    'a backup of an unreleased version': (path) =>
      writeFileSync(path, `SOLOSTEAD BACKUP 1\n${'x'.repeat(500)}`),
    'a named pipe': (path) => {
      renameSync(path, `${path}.gone`);
      execFileSync('mkfifo', [path]);
    },
  };

  test.each(Object.keys(damages))('because it is %s, is ignored and named', async (what) => {
    const [good, bad] = await make('2026-01-01T00:00:00Z', '2026-01-09T00:00:00Z');
    damages[what]!(bad!);
    const found = survey(NOW);
    expect([pathsOf(found.own), found.damaged]).toEqual([[good], [bad]]);
    expect(isBackupDue(found, 24, new Date(NOW))).toBe(true);
  });

  test('because another installation wrote it with our id, is named as damaged', async () => {
    await make('2026-01-01T00:00:00Z');
    const forged = join(directory, 'solostead-2026-01-09T00-00-00-00000000.backup');
    await writeSample(forged, { ...sampleInstallation(), id: ours.id }, '2026-01-09T00:00:00.000Z');
    expect(survey(NOW).damaged).toEqual([forged]);
  });

  test('because it belongs to another or a former one, is named and never counts', async () => {
    const other = sampleInstallation();
    const [theirs] = await writeSamples(directory, other, NOW);
    const restored = sampleInstallation(other.id);
    const { foreign, own } = survey(NOW);
    expect([pathsOf(foreign), own]).toEqual([[theirs], []]);
    const found = survey(NOW, restored);
    expect([pathsOf(found.former), found.foreign, found.own]).toEqual([[theirs], [], []]);
  });
});

test('a backup dated 40 days ahead neither stops the next one nor is removed', async () => {
  const [good, ahead] = await make('2026-01-08T23:00:00Z', '2026-02-19T00:00:00Z');
  const found = survey(NOW);
  expect([pathsOf(found.own), pathsOf(found.ahead)]).toEqual([[good], [ahead]]);
  expect(ageOfNewest(found, new Date(NOW))).toBe(25 * 3_600_000);
  expect(isBackupDue(found, 24, new Date(NOW))).toBe(true);
  const [next] = await make(NOW);
  expect(keepNewest(survey(NOW), 1, next!)).toEqual([good]);
});

test('a backup of a copy whose clock is a minute ahead is new', async () => {
  await make('2026-01-10T00:01:00Z');
  expect(ageOfNewest(survey(NOW), new Date(NOW))).toBe(0);
  expect(isBackupDue(survey(NOW), 24, new Date(NOW))).toBe(false);
});

test('removes all backups but the newest, and no other file', async () => {
  const times = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
  const [first, second, third] = await make(...times);
  const by = (name: string) => join(directory, name);
  writeFileSync(by('notes.txt'), '');
  copyFileSync(first!, by('before-the-upgrade.backup'));
  writeFileSync(by('solostead-2020-01-01T00-00-00-00000000.backup'), '');
  const [theirs] = await writeSamples(directory, sampleInstallation(), '2020-01-01T00:00:00Z');
  expect(keepNewest(survey(NOW), 2, third!)).toEqual([first]);
  expect(keepNewest(survey(NOW), 5, third!)).toEqual([]);
  expect(readdirSync(directory).toSorted()).toEqual(
    [
      basename(second!),
      basename(third!),
      basename(theirs!),
      'before-the-upgrade.backup',
      'notes.txt',
      'solostead-2020-01-01T00-00-00-00000000.backup',
    ].toSorted(),
  );
});

test('never removes the file just written, also when others seem to be newer', async () => {
  const [written, newer] = await make('2026-01-01T00:00:00Z', '2026-01-01T00:30:00Z');
  expect(keepNewest(survey('2026-01-01T00:00:00Z'), 1, written!)).toEqual([]);
  expect(pathsOf(survey(NOW).own)).toEqual([written, newer]);
});

test('two installations that keep one backup each in one folder keep both', async () => {
  const theirs = sampleInstallation();
  const [mine] = await make('2026-01-01T00:00:00Z');
  const [other] = await writeSamples(directory, theirs, '2026-01-02T00:00:00Z');
  expect(keepNewest(survey(NOW, theirs), 1, other!)).toEqual([]);
  expect(pathsOf(survey(NOW).own)).toEqual([mine]);
});

test('removes the draft of a killed backup a day after its last write', async () => {
  const [backup, written, left] = await make(
    ...['00', '01', '02'].map((hour) => `2026-01-01T${hour}:00:00Z`),
  );
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

test.each([
  ['2026-01-01T23:59:59Z', false],
  ['2026-01-02T00:00:00Z', true],
  ['2026-02-01T00:00:00Z', true],
  // A clock that was set back: the backup of 2025-06-01 is the newest.
  ['2025-12-31T00:00:00Z', true],
])('after a backup of 2026-01-01, the next one of each 24 hours is due at %s: %s', async (at, isDue) => {
  await make('2025-06-01T00:00:00Z', '2026-01-01T00:00:00Z');
  expect(isBackupDue(survey(at), 24, new Date(at))).toBe(isDue);
});

test('the first backup is due at once', () => {
  expect(isBackupDue(survey(NOW), 24, new Date(NOW))).toBe(true);
});
