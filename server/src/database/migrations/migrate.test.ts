import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationFiles } from './migrate.ts';

test('refuses two migrations of one version', () => {
  const project = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  mkdirSync(join(project, 'migrations'));
  for (const name of ['1_one.sql', '1_two.sql']) writeFileSync(join(project, 'migrations', name), 'select 1');
  expect(() => migrationFiles(project)).toThrow(
    'supabase/migrations/1_two.sql has the version of another migration: give it a later time.',
  );
});
