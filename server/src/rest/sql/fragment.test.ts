import { expect, test } from 'vitest';
import { bind, identifier, joined, rendered, requestBody, sql, withBody } from './fragment.ts';

test('numbers bound values in the order of the text and quotes names', () => {
  const condition = joined([sql`${identifier('a"b')} = ${bind(1)}`, sql`c = ${bind('x')}`], ' and ');
  expect(rendered(sql`select ${bind('first')} where ${condition}`)).toEqual({
    text: 'select $1 where "a""b" = $2 and c = $3',
    values: ['first', 1, 'x'],
  });
});

test('inserts the body when the statement runs', () => {
  const { values } = rendered(sql`select ${requestBody}, ${bind(2)}`);
  expect(withBody(values, '{}')).toEqual(['{}', 2]);
});
