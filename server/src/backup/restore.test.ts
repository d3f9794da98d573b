import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { makeSigningKey } from '../configuration/keys.ts';
import { takeDataDirectory } from '../process/data-directory.ts';
import { sampleInstallation, writeSample } from './backup.sample.ts';
import { restoreEmbedded } from './restore.ts';

/** Restores a backup that knows these migrations into `dataDir`. This version knows the first one. */
async function restore(dataDir: string, migrations: readonly string[], change: object = {}) {
  const folder = newFolder();
  const file = join(folder, 'one.backup');
  mkdirSync(join(folder, 'migrations'));
  writeFileSync(join(folder, `migrations/${MIGRATION}_one.sql`), '');
  const keys = { publishable: '', secret: '', jwks: [makeSigningKey()], jwtSecret: null };
  const installation = sampleInstallation();
  const createdAt = '2026-01-01T00:00:00.000Z';
  const origin = { createdAt, installation: installation.id, former: [] };
  const manifest = { ...origin, postgres: '18', platform: [], migrations, keys, ...change };
  await writeSample(file, installation, createdAt, [{ kind: 'json', value: manifest }]);
  const places = { dataDir, supabaseDir: folder, backup: { dir: null, everyHours: 24, keep: 7 } };
  return restoreEmbedded({ path: file, identity: null }, places as Parameters<typeof restoreEmbedded>[1]);
}

const MIGRATION = '20260101000000';

test('refuses a backup of a newer version', async () => {
  const dataDir = join(newFolder(), 'data');
  await expect(restore(dataDir, [MIGRATION, '99990101000000'])).rejects.toThrow(
    /one\.backup was made by a newer version of this server \(it knows the migration 99990101000000\): restore it with that one\.$/,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test.each([{ createdAt: '2026-01-02T00:00:00.000Z' }, { installation: sampleInstallation().id }])(
  'refuses a backup with the header of another one: %j',
  async (change) => {
    await expect(restore(join(newFolder(), 'data'), [MIGRATION], change)).rejects.toThrow(
      /one\.backup has the header of another backup: take another one\.$/,
    );
  },
);

test.each<[string, string[], object, string]>([
  ['no migration of ours', ['20250101000000'], {}, 'knows the migration 20250101000000'],
  ['a migration among ours', [MIGRATION, '20250101000000'], {}, 'knows the migration 20250101000000'],
  [
    'a file of the server less',
    [MIGRATION],
    { platform: ['0060_reload_for_triggers.sql'] },
    'lacks the migration 0001_roles.sql',
  ],
])('refuses a backup of an unreleased version with %s', async (_title, migrations, change, reason) => {
  const dataDir = join(newFolder(), 'data');
  await expect(restore(dataDir, migrations, change)).rejects.toThrow(
    new RegExp(
      `^An unreleased version or another project made /.+one\\.backup \\(it ${reason}\\): start with an empty DATA_DIR, or restore it with the commit that made it\\.$`,
    ),
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('shows no control characters of a foreign file', async () => {
  const hostile = '\u001b]0;PWNED\u0007\u001b[2J\u009b31m\nok';
  await expect(restore(join(newFolder(), 'data'), [MIGRATION, hostile])).rejects.toThrow(
    '(it knows the migration \ufffd]0;PWNED\ufffd\ufffd[2J\ufffd31m\ufffdok)',
  );
});

test('refuses a directory with a database, and changes nothing', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'postgres'));
  await expect(restore(dataDir, [MIGRATION])).rejects.toThrow(
    `${dataDir} holds a database already: set DATA_DIR to an empty directory.`,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('refuses the directory of a running server', async () => {
  const dataDir = newFolder();
  const release = await takeDataDirectory(dataDir, 'server');
  await expect(restore(dataDir, [MIGRATION])).rejects.toThrow(
    `${dataDir} is in use by a copy that is running (process ${process.pid}): stop it, or `,
  );
  release();
});
