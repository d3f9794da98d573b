import { describe, expect, it } from 'vitest';
import { requireOwnHistory } from './history.ts';

const ours = ['20260101000000', '20260102000000', '20260103000000'];

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
