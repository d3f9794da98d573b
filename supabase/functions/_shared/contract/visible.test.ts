import { expect, test } from 'vitest';
import { invisible, showsTwoCharacters } from './visible.ts';

test.each(['Al', 'A l', 'A\u200bl', '李明', '😀😀', '👩🏽‍💻', '\u202eارسم', 'e\u0301', '<>'])(
  'two characters of %j are visible',
  (text) => {
    expect(showsTwoCharacters(text)).toBe(true);
  },
);

test.each([
  ...['', 'A', ' A ', 'A\u200b', '\u200b\u200b\u200b', '\u3164\u3164', '\u1160\u1160', '\u115f\uffa0'],
  ...[
    '\u2800\u2800',
    '\u00ad\u00ad',
    '\ufe0f\u2764',
    '\u{e0041}\u{e0042}',
    '\u{1d173}\u{1d174}',
    '\n\u0007\u0085',
  ],
])('fewer than two characters of %j are visible', (text) => {
  expect(showsTwoCharacters(text)).toBe(false);
});

test('counts every character that Unicode lets a reader ignore', () => {
  const counted = new RegExp(`^[${invisible}]$`, 'u');
  const missing = [];
  for (let code = 1; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/[\p{Default_Ignorable_Code_Point}\s\p{Zs}\p{Cc}]/u.test(character) && !counted.test(character))
      missing.push(code.toString(16));
  }
  expect(missing).toEqual([]);
});
