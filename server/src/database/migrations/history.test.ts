import { describe, expect, it } from 'vitest';
import { historyProblem } from './history.ts';

const ours = ['20260101000000', '20260102000000', '20260103000000'];

describe('historyProblem', () => {
  it('accepts a database that lacks the last migration', () => {
    expect(historyProblem(ours.slice(0, 2), ours)).toBeNull();
  });

  it.each([
    [
      'an unreleased version',
      ['20250101000000'],
      /^An unreleased version .+ \(it has the migration 20250101000000\): start with an empty DATA_DIR or database, or run the commit that made it\.$/,
    ],
    ['a newer version', [...ours, '20260104000000'], /20260104000000, which a newer version made/],
    ['a migration that comes too late', [ours[0]!, ours[2]!], /20260102000000 is older than 20260103000000/],
  ])('refuses %s', (_title, applied, sentence) => {
    expect(historyProblem(applied, ours)).toMatch(sentence);
  });
});
