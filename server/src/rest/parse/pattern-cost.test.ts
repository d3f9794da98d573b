import { expect, it } from 'vitest';
import { bounds } from './bounds.ts';
import { patternCost } from './pattern-cost.ts';

const most = bounds['steps of patterns'];
const letters = Array.from({ length: 800 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('');
const nested = (levels: number, quantifier: string) =>
  `${'('.repeat(levels)}a${`)${quantifier}`.repeat(levels)}`;

it.each([
  '^a',
  '^(.)(.*)(.*)(.*)\\4\\3\\2\\1$',
  '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$',
  '(?i)\\y(one|two|three)\\y',
  '[[:alpha:]]{3}[]x]*[^]]?',
  '^\\d{4}-\\d{2}-\\d{2}T.{0,100}$',
  letters,
  '',
  ')',
  '((a',
  'a{2',
  '[a',
  '\\',
])('takes the pattern %s', (pattern) => {
  expect(patternCost(pattern)).toBeLessThan(most);
});

it.each([
  ['nested bounds', '(((((a{1,255}){1,255}){1,255}){1,255}){1,255})'],
  ['two bounds', '(a{1,200}){1,200}b'],
  ['nested pluses', nested(60, '+')],
  ['nested stars', nested(20, '*')],
  ['nested bounds of two', nested(13, '{2}')],
  ['many optional steps', '(x?){255}'.repeat(2)],
  ['many ranges', 'x{0,255}'.repeat(2)],
  ['many stars', '(a*)*'.repeat(500)],
  ['classes between many characters', `${letters}\\w{255}`],
  ['a basic pattern', `(?b)${nested(13, '{2}').replaceAll(/[(){}]/g, '\\$&')}`],
  ['an expanded pattern', `(?x)${nested(13, ' {2}')}`],
  ['comments', `***:(?q)${nested(13, '(?#no){2}')}`],
])('refuses %s', (_what, pattern) => {
  expect(patternCost(pattern)).toBeGreaterThan(most);
});
