import { expect, test } from 'vitest';
import { readNodeTree } from './node-tree.ts';
import { shownColumns } from './projections.ts';

test('reads nodes, lists, words and escapes', () => {
  expect(readNodeTree('{A :x 1 :list (1 "two" {B :name we\\ ird}) :none <> :bytes 4 [ 1 0 ]}')).toEqual({
    name: 'A',
    fields: {
      x: '1',
      list: ['1', 'two', { name: 'B', fields: { name: 'we ird' } }],
      none: '<>',
      bytes: '4',
    },
  });
});

test('refuses truncated input', () => {
  expect(() => readNodeTree('({A :x 1}')).toThrow(SyntaxError);
});

test('finds the columns a view shows unchanged', () => {
  const entry = (number: number, relation: number, column: number, junk = 'false') =>
    `{TARGETENTRY :expr {VAR :varno 1} :resno ${number} :resname a :resorigtbl ${relation} :resorigcol ${column} :resjunk ${junk}}`;
  const query = `({QUERY :targetList (${entry(1, 700, 3)} ${entry(2, 0, 0)} ${entry(3, 700, 4, 'true')}) :override 0})`;
  expect(shownColumns(query)).toEqual([{ number: 1, relation: '700', column: 3 }]);
});
