import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sampleInstallation, writeSamples } from '../backup/backup.sample.ts';
import { checkBackups, checkOffsite } from './backups.ts';

let directory: string;
beforeEach(() => void (directory = newFolder()));

const former = sampleInstallation();
const ours = sampleInstallation(former.id);

const settings = { dir: null, everyHours: 24, keep: 7, command: null, recipient: null };

const check = (at: string, dir: string | null = directory) =>
  checkBackups({ ...settings, dir }, ours, new Date(at));

test.each([
  ['2026-01-01T01:00:00Z', 'fine', 'the newest is 1.0 hours old, its checksum is right'],
  ['2026-01-03T00:00:00Z', 'fine', 'the newest is 48.0 hours old, its checksum is right'],
  ['2026-01-03T00:10:00Z', 'wrong', 'the newest is 48.2 hours old: see the log for why.'],
])('a daily backup of 2026-01-01, at %s, is %s', async (at, state, message) => {
  await writeSamples(directory, ours, '2026-01-01T00:00:00Z');
  expect(await check(at)).toEqual([{ about: 'backups', state, message }]);
});

test('backups that are switched off are a warning, and overdue backups are wrong', async () => {
  const states = [await check('2026-01-01T00:00:00Z', null), await check('2026-01-01T00:00:00Z')];
  expect(states.flat().map(({ state }) => state)).toEqual(['warning', 'wrong']);
});

test('a damaged newest backup is wrong, also where only its rows are', async () => {
  const [newest] = await writeSamples(directory, ours, '2026-01-01T00:00:00Z');
  const bytes = readFileSync(newest!);
  writeFileSync(newest!, bytes.with(bytes.length - 80, bytes.at(-80)! ^ 1));
  expect(await check('2026-01-01T01:00:00Z')).toEqual([
    {
      about: 'backups',
      state: 'wrong',
      message: `${newest}, the newest, is damaged: remove it and make another.`,
    },
  ]);
});

test('names each file that does not count, and why', async () => {
  const [, cut, ahead] = await writeSamples(
    directory,
    ours,
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:30:00Z',
    '2026-02-10T00:00:00Z',
  );
  truncateSync(cut!, 0);
  const [earlier] = await writeSamples(directory, former, '2025-12-31T00:00:00Z');
  const [theirs] = await writeSamples(directory, sampleInstallation(), '2026-01-01T00:00:00Z');
  expect((await check('2026-01-01T01:00:00Z')).map(({ state, message }) => `${state} ${message}`)).toEqual([
    'fine the newest is 1.0 hours old, its checksum is right',
    `wrong no whole backup and ignored, remove what is not needed: ${cut}`,
    `wrong dated ahead by a wrong clock and ignored, remove or keep elsewhere: ${ahead}`,
    `warning of the database that this one was restored from and never removed, remove them yourself: ${earlier}`,
    `fine of other installations and ignored: ${theirs}`,
  ]);
});

test('only a file dated ahead is no backup', async () => {
  await writeSamples(directory, ours, '2026-02-10T00:00:00Z');
  expect((await check('2026-01-01T00:00:00Z')).map(({ state }) => state)).toEqual(['wrong', 'wrong']);
});

test.each([
  [null, null, 'wrong BACKUP_COMMAND has taken none yet: see the log for why.'],
  ['2026-01-01T00:00:00Z', null, 'fine BACKUP_COMMAND has taken one that is 24.0 hours old'],
  [
    '2025-12-30T00:00:00Z',
    null,
    'wrong BACKUP_COMMAND has taken one that is 72.0 hours old: see the log for why.',
  ],
  [
    '2026-02-01T00:00:00Z',
    null,
    'wrong BACKUP_COMMAND has taken one that is -720.0 hours old: see the log for why.',
  ],
  [
    '2026-01-01T00:00:00Z',
    'exit code 3, no room',
    'wrong BACKUP_COMMAND has not taken the last one: exit code 3, no room. It is tried every two hours.',
  ],
])('on 2026-01-02, a backup of %s elsewhere and the failure %s are %s', (taken, failure, expected) => {
  const state = { taken: taken === null ? null : new Date(taken), failure };
  const found = checkOffsite({ ...settings, command: 'true' }, state, new Date('2026-01-02T00:00:00Z'));
  expect(found.map((one) => `${one.state} ${one.message}`)).toEqual([expected]);
  expect(checkOffsite(settings, state, new Date())).toEqual([]);
});
