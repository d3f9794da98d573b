import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum(a1)', `"'@sum(a1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['＝1', `"'＝1"`],
  ['a=1', '"a=1"'],
  ['say "hi", twice\nnow', '"say ""hi"", twice\nnow"'],
  [-1, '"-1"'],
  [null, '""'],
  [true, '"true"'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
])('writes %j as %s', (cell, expected) => {
  expect(csvLine([cell, 'x'])).toBe(`${expected},"x"\r\n`);
});
