import { describe, expect, it } from 'vitest';
import { historyProblem } from './history.ts';

const ours = ['20260101000000', '20260102000000', '20260103000000'];

describe('historyProblem', () => {
  it('accepts a database that lacks the last migration', () => {
    expect(historyProblem(ours.slice(0, 2), ours)).toBeNull();
  });

  it('accepts a migration that comes too late on request', () => {
    expect(historyProblem([ours[0]!, ours[2]!], ours, { isProject: true, acceptsLate: true })).toBeNull();
  });

  it.each([
    [
      'an unreleased version',
      ['20250101000000'],
      'The database has the migration 20250101000000, and none of supabase/migrations. If an unreleased version or another project made it, start with an empty DATA_DIR or database, or run the commit that made it. If files were renamed or deleted, run "npx solostead-server migrations".',
    ],
    [
      'a newer version',
      [...ours, '20260104000000'],
      'The database has the migration 20260104000000, of which supabase/migrations has no file. If a newer version made it, start that version or restore a backup. If its file was deleted, bring it back or run "npx solostead-server repair --status reverted 20260104000000".',
    ],
    [
      'a migration that comes too late',
      [ours[0]!, ours[2]!],
      'The migration 20260102000000 is older than 20260103000000, which the database already has: give its file a later time, or run "npx solostead-server migrations --include-all".',
    ],
  ])('refuses %s of a project, with the way out', (_title, applied, sentence) => {
    expect(historyProblem(applied, ours, { isProject: true })).toBe(sentence);
  });

  it.each([
    [
      'an unreleased version',
      ['20250101000000'],
      /^An unreleased version .+, or run the commit that made it\.$/,
    ],
    [
      'an unreleased version that knew some files',
      [ours[0]!, '20260102000001'],
      /^An unreleased version .+ \(it has the migration 20260102000001\): .+, or run the commit that made it\.$/,
    ],
    [
      'an unreleased version that lacked a file',
      [ours[0]!, ours[2]!],
      /^An unreleased version .+ \(it lacks the migration 20260102000000\): .+, or run the commit that made it\.$/,
    ],
    ['a newer version', [...ours, '20260104000000'], /20260104000000, which a newer version made: /],
  ])('refuses %s of the platform', (_title, applied, sentence) => {
    expect(historyProblem(applied, ours)).toMatch(sentence);
  });
});
