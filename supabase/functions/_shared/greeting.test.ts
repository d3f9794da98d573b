import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';

test.each([
  ['Sample Builder', 'Hello Sample Builder,'],
  ['李明', 'Hello 李明,'],
  ['J. R. Sample', 'Hello J. R. Sample,'],
  ['<b>Sample</b>', 'Hello <b>Sample</b>,'],
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
  'x'.repeat(101),
])('leaves out the name %j', (name) => {
  expect(greeting(name)).toBe('Hello,');
});
