import { expect, test } from 'vitest';
import { realNames } from '@solostead/tests/fixtures/name-examples.ts';
import { greeting } from './greeting.ts';

test.each(realNames)('greets %s by name', (name) => {
  expect(greeting(name)).toBe(`Hello ${name},`);
});

test.each([
  ['Sample Builder', 'Hello Sample Builder,'],
  ['李明', 'Hello 李明,'],
  ['J. R. Sample', 'Hello J. R. Sample,'],
  ['Sample Builder 3rd', 'Hello Sample Builder 3rd,'],
  ['Gal·la Roselló', 'Hello Gal·la Roselló,'],
  ['ジョン・スミス', 'Hello ジョン・スミス,'],
  ['Reza\u200cpour', 'Hello Reza\u200cpour,'],
  ['María del Carmen García López de Sample', 'Hello María del Carmen García López de Sample,'],
  ['Robert (Bob) O’Sample-Builder', 'Hello Robert (Bob) O’Sample-Builder,'],
])('greets %j by name', (name, expected) => {
  expect(greeting(name)).toBe(expected);
});

test.each([
  'Win at https://example.org',
  'www.example',
  'example.org',
  'visit exämple.org now',
  'mail me@example',
  'Sample\nYou owe us',
  'Sample\u2028You owe us',
  'Sample \u202egro.elpmaxe',
  'x'.repeat(61),
  'Dear user your account is suspended reply to this mail',
  'evil dot com',
  'evil (dot) com',
  'evil᛫com',
  'evil⠄com',
  'evil‚com',
  '<b>Sample</b>',
  'Call +1 900 555 0100 to claim',
  'Call ＋１ ９００ ５５５',
  'Call ١٢٣٤٥',
  'Call 1️⃣9️⃣0️⃣0️⃣',
  'bit。ly/abc',
  'bit｡ly/abc',
  'evil․com/pay',
  'evil．com',
  'evil\u200b.\u200bcom',
  'evil·com',
  'evil・com',
  'evil\ua4f8com',
  'evil\u0660com',
  'evil\u06f0com',
  'evil\u2e31com',
  'ｗｗｗ．evil',
  'me＠example',
  'https：／／evil',
  'Pay .com',
  '\u3164\u3164',
  '\u1160\u1160\u1160',
  '😀😀',
  '-- !!',
])('leaves out the name %j', (name) => {
  expect(greeting(name)).toBe('Hello,');
});
