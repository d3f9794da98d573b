import { describe, expect, test } from 'vitest';
import { examples } from '@solostead/tests/fixtures/application-examples.ts';
import { isFieldValid, maxLengths, textFields } from './text-fields.ts';
import { trimmed } from './visible.ts';

const short = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);
const named = (values: readonly string[]) => values.map((value) => [short(value), value] as const);

// The table is held to the same examples in tests/wire/applications/rules.test.ts.
describe.each(textFields)('%s', (field) => {
  test.each(named(examples[field].accepted))('accepts %s', (_, value) => {
    expect(isFieldValid(field, trimmed(value))).toBe(true);
  });

  test.each(named(examples[field].refused))('refuses %s', (_, value) => {
    expect(isFieldValid(field, trimmed(value))).toBe(false);
  });
});

test.each(['name', 'sectors'] as const)('%s is counted in code points', (field) => {
  expect(isFieldValid(field, '😀'.repeat(maxLengths[field]))).toBe(true);
  expect(isFieldValid(field, '😀'.repeat(maxLengths[field] + 1))).toBe(false);
});

test.each(['Al\0ice', 'Al\ud800'])('refuses what PostgreSQL cannot store: %j', (value) => {
  expect(isFieldValid('name', value)).toBe(false);
  expect(isFieldValid('sectors', value)).toBe(false);
});
