import { describe, expect, it } from 'vitest';
import { placeAmong } from './steps.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const at = (id: string | null, place: number) => ({ id, place });

describe('one’s place in the list', () => {
  it('is found by the application when new ones have come in above', () => {
    expect(placeAmong(rows('new', 'a', 'b'), null, at('b', 1))).toMatchObject({
      current: 2,
      gap: null,
      standing: at('b', 2),
    });
  });

  it('is where the next one stands now when the application has left the list', () => {
    expect(placeAmong(rows('a', 'c'), 'b', at('b', 1))).toEqual({
      current: -1,
      gap: 1,
      standing: at('b', 1),
    });
    expect(placeAmong(rows('a'), null, at('b', 1)).gap).toBe(1);
  });

  it('is nowhere for an application that was never on this page', () => {
    expect(placeAmong(rows('a', 'b'), 'elsewhere', at('a', 0))).toMatchObject({ current: -1, gap: null });
  });

  it('stays the same object while nothing changes, so that drawing it again ends', () => {
    const standing = at('a', 0);
    expect(placeAmong(rows('a'), null, standing).standing).toBe(standing);
    expect(placeAmong(rows('b'), null, standing).standing).toBe(standing);
  });
});
