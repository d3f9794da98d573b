import { describe, expect, it } from 'vitest';
import { relate, requireOwnHistory } from './history.ts';

const ours = ['20260101000000', '20260102000000', '20260103000000'];

describe('relate', () => {
  it.each([
    ['ours', 'a new database', []],
    ['ours', 'a database that lacks the last migration', ours.slice(0, 2)],
    ['newer', 'a database with one more migration', [...ours, '20260104000000']],
    ['former', 'a database without any of our migrations', ['20250101000000', '20270101000000']],
  ])('returns %s for %s', (relation, _title, applied) => {
    expect(relate(applied, ours)).toBe(relation);
  });
});

describe('requireOwnHistory', () => {
  it('accepts a database that lacks the last migration', () => {
    expect(() => requireOwnHistory(ours.slice(0, 2), ours)).not.toThrow();
  });

  it.each([
    [
      'a former history',
      ['20250101000000'],
      /20250101000000 .*"npx solostead-server backup FILE".*"npx solostead-server restore FILE"/,
    ],
    ['a newer version', [...ours, '20260104000000'], /20260104000000, which a newer version made/],
    ['a migration that comes too late', [ours[0]!, ours[2]!], /20260102000000 is older than 20260103000000/],
  ])('refuses %s', (_title, applied, sentence) => {
    expect(() => requireOwnHistory(applied, ours)).toThrow(sentence);
  });
});
