import { describe, expect, it } from 'vitest';
import { hueOf, hues, initialsOf } from './names.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['ada.lovelace', 'AL'],
    ['Ada Augusta King-Noel', 'AN'],
    ['山田 太郎', '山太'],
    ['!!!', ''],
    // Parted, for Arabic letters join.
    ['محمد علي', 'م\u200cع'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

it('gives an id one of eight colours, which never changes', () => {
  const ids = Array.from({ length: 64 }, () => crypto.randomUUID());
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
  expect(new Set(ids.map(hueOf)).size).toBeGreaterThan(4);
  expect(ids.every((id) => hues.some((hue) => hue === hueOf(id)))).toBe(true);
});
