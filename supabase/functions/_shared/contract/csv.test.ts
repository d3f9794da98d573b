import { expect, test } from 'vitest';
import { csvCell, csvRow } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum(a1)', `"'@sum(a1)"`],
  ['|calc', `"'|calc"`],
  ['%0A=1', `"'%0A=1"`],
  ['\u22121', `"'\u22121"`],
  ['\t=1', `"'\t'=1"`],
  ['\tx', `"'\tx"`],
  ['\r=1', `"'\n'=1"`],
  ['  =1', `"'  =1"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['\ufeff=1', `"'\ufeff=1"`],
  ['\u200b\u2060=1', `"'\u200b\u2060=1"`],
  ['\u0007=1', `"'=1"`],
  ['\u202e=1', `"'=1"`],
  ['＝1', `"'＝1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠sum', `"'＠sum"`],
  ['﹦1', `"'﹦1"`],
  [['=a', 'b'], `"'=a, b"`],
  ['x;=1+1;y', `"x;'=1+1;y"`],
  ['x; \u200b＝1', `"x;' \u200b＝1"`],
  ['x\t=1', `"x\t'=1"`],
  ['x\n@sum(a1)', `"x\n'@sum(a1)"`],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
])('guards %j as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each([
  ['a=1', '"a=1"'],
  ['a,b', '"a,b"'],
  ['x;y; z', '"x;y; z"'],
  ['say "hi", twice\nnow', '"say ""hi"", twice\nnow"'],
  ['two\r\n\r\nlines', '"two\n\nlines"'],
  ['\u05d0\u200f\u05d1', '"\u05d0\u200f\u05d1"'],
  [-1.5, '"-1.5"'],
  [true, '"true"'],
  [null, '""'],
  [undefined, '""'],
  ['', '""'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  [['a', '=b', null], '"a, =b, "'],
  [{ a: 1 }, '"{""a"":1}"'],
])('writes %j as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each([
  ['\u001b[2J\u001b]0;title\u0007Jane', '"[2J]0;titleJane"'],
  ['Jane\u009b31m', '"Jane31m"'],
  ['Jane\u0000\u007f\u0085', '"Jane"'],
  ['Jane \u202egro.elpmaxe', '"Jane gro.elpmaxe"'],
  ['\u2066Jane\u2069', '"Jane"'],
])('removes what would control a terminal: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('joins the cells of a line by commas, without a line break', () => {
  expect(csvRow(['id', null, -1, '=1'])).toBe(`"id","","-1","'=1"`);
  expect(csvRow([])).toBe('');
});

/** Splits a line as a reader with semicolons does, where a quote only counts at the start of a cell. */
const cellsBySemicolon = (line: string): string[] =>
  [...line.matchAll(/(?:"((?:[^"]|"")*)")?([^;\n]*)(?:[;\n]|$)/g)].map(
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  );

test.each(['x;=1+1;y', 'x;"=1+1";y', 'x\n=1+1', 'x";=1+1', 'x;""=1+1'])(
  'writes no formula for a reader that separates by semicolons: %j',
  (value) => {
    const cells = cellsBySemicolon(csvRow(['id', value]));
    expect(cells.length).toBeGreaterThan(2);
    expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
  },
);
