import { expect, test } from 'vitest';
import { invisible, showsTwoCharacters, trimmed } from './visible.ts';

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

test.each([
  ['\u200b\u202aAda\u202c\u200f', 'Ada'],
  ['\u00a0\t\r\nAda\u0085\u2028', 'Ada'],
  ['\ufeff\u2060\u2068Ada\u2069\u00ad', 'Ada'],
  ['A\u200bda', 'A\u200bda'],
  ['\u{1f3f4}\u{e0067}\u{e007f}', '\u{1f3f4}\u{e0067}\u{e007f}'],
  ['\u2764\ufe0f', '\u2764\ufe0f'],
  ['\u200e\n', ''],
])('%j is %j without invisible characters at its ends', (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});
