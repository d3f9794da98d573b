import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { migrationFiles } from './files.ts';

test('refuses two migrations of one version', () => {
  const project = newFolder();
  mkdirSync(join(project, 'migrations'));
  for (const name of ['1_one.sql', '1_two.sql']) writeFileSync(join(project, 'migrations', name), 'select 1');
  expect(() => migrationFiles(project)).toThrow(
    'supabase/migrations/1_two.sql has the version of another migration: give it a later time.',
  );
});
