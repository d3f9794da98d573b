import { expect, it } from 'vitest';
import { cell, COLUMNS, csvHead, csvLine } from './csv.ts';

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['Amber Sample', 'Amber Sample'],
  ['a,b', '"a,b"'],
  ['two\nlines', '"two\nlines"'],
])('writes %j as a harmless cell', (value, written) => {
  expect(cell(value)).toBe(written);
});

it('leaves numbers, dates and nothing as they are', () => {
  expect([cell(-1.5), cell(null), cell(undefined), cell(['a', '=b'])]).toEqual(['-1.5', '', '', '"a, =b"']);
});

it('makes a list whose first member is a formula harmless', () => {
  expect(cell(['=b'])).toBe("'=b");
});

it('has as many cells in a line as in the head', () => {
  const line = csvLine({ name: 'Amber', rating: 4.5 });
  expect(line.split(',')).toHaveLength(COLUMNS.length);
  expect(csvHead().split(',')).toHaveLength(COLUMNS.length);
});
