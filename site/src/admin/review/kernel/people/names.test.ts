import { describe, expect, it } from 'vitest';
import { hueOf, hues, initialsOf, nameOfAddress } from './names.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['ada.lovelace', 'AL'],
    ['Ada Augusta King-Noel', 'AN'],
    ['Åsa Öberg', 'ÅÖ'],
    ['(Ada) 2nd', 'A2'],
    ['山田 太郎', '山太'],
    ['!!!', ''],
    ['דנה לוי', 'דל'],
    // Parted, for Arabic letters join.
    ['محمد علي', 'م\u200cع'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

it('uses the part of an address before its @', () => {
  expect(nameOfAddress('ada.lovelace@lab.example')).toBe('ada.lovelace');
});

it('gives an id one of eight colours, which never changes', () => {
  const ids = Array.from({ length: 64 }, () => crypto.randomUUID());
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
  expect(new Set(ids.map(hueOf)).size).toBeGreaterThan(4);
  expect(ids.every((id) => hues.some((hue) => hue === hueOf(id)))).toBe(true);
});
