import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sampleInstallation, writeSamples } from '../backup/backup.sample.ts';
import { checkBackups } from './backups.ts';

let directory: string;
beforeEach(() => void (directory = newFolder()));

const former = sampleInstallation();
const ours = sampleInstallation(former.id);

const check = (at: string, dir: string | null = directory) =>
  checkBackups({ dir, everyHours: 24, keep: 7 }, ours, new Date(at));

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
