import { expect, test } from 'vitest';
import { shownColumns } from './projections.ts';

const target = (name: string, number: number, relation: number, column: number, junk = 'false', expr = '') =>
  `{TARGETENTRY :expr {VAR :varno 1 ${expr}} :resno ${number} :resname ${name} :ressortgroupref 0 ` +
  `:resorigtbl ${relation} :resorigcol ${column} :resjunk ${junk}}`;

const query = (...targets: string[]) =>
  `{QUERY :commandType 1 :targetList (${targets.join(' ')}) :override 0}`;

test('finds the columns a view shows unchanged', () => {
  const columns = [target('a', 1, 700, 3), target('b', 2, 0, 0), target('c', 3, 700, 4, 'true')];
  expect(shownColumns(`(${query(...columns)})`)).toEqual([{ number: 1, relation: '700', column: 3 }]);
});

test('ignores the columns of subqueries', () => {
  const inner = query(target('a', 9, 700, 3));
  const columns = [target('a', 1, 700, 3, 'false', `:subselect ${inner}`), target('b', 2, 701, 1)];
  expect(shownColumns(`(${query(...columns)})`)).toEqual([
    { number: 1, relation: '700', column: 3 },
    { number: 2, relation: '701', column: 1 },
  ]);
});

test('reads a view whose column has a name of braces, spaces and fields', () => {
  const columns = [target('we\\ ird\\}\\{\\ :resno\\ 5', 1, 700, 3), target('<>', 2, 700, 4)];
  expect(shownColumns(`(${query(...columns)})`)).toEqual([
    { number: 1, relation: '700', column: 3 },
    { number: 2, relation: '700', column: 4 },
  ]);
});

test('finds nothing in what is no tree', () => {
  expect(shownColumns('({A :x 1}')).toEqual([]);
});
