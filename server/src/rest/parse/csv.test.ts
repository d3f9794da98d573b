import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test('reads quoted cells, line breaks within them and the word NULL', () => {
  expect(parseCsv('a,b\n"x ""y"", z","1\n2"\r\nNULL,')).toEqual([
    { a: 'x "y", z', b: '1\n2' },
    { a: null, b: '' },
  ]);
});

test('refuses lines of different lengths and invalid CSV', () => {
  expect(() => parseCsv('a,b\n1')).toThrow('All lines must have same number of fields');
  expect(() => parseCsv('')).toThrow('Empty or invalid csv');
  expect(() => parseCsv('a\n"x"y')).toThrow('Empty or invalid csv');
});
