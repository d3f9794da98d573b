import { describe, expect, test } from 'vitest';
import { RestError } from '../errors.ts';
import { canonicalQuery, parseQuery } from './query.ts';

const parsed = (query: string, takesArguments = false) => parseQuery(query, takesArguments);

describe('a query string', () => {
  test('selects everything by default', () => {
    expect(parsed('').select).toMatchObject([{ kind: 'field', field: { name: '*' } }]);
    expect(parsed('select=').select).toEqual(parsed('').select);
  });

  test('assigns parameters to embedded resources', () => {
    const { filters, orders, limits } = parsed('a.b.c=eq.1&a.order=x.desc&a.limit=2&a.not.or=(d.is.null)');
    expect(filters).toMatchObject([
      { path: ['a', 'b'], what: { kind: 'condition', field: { name: 'c' } } },
      { path: ['a'], what: { kind: 'group', by: 'or', negated: true } },
    ]);
    expect(orders).toMatchObject([{ path: ['a'], what: [{ direction: 'desc' }] }]);
    expect(limits).toEqual([{ path: ['a'], what: 2 }]);
  });

  test('treats a parameter that is not a filter as an argument of a function', () => {
    const { arguments: provided, filters } = parsed('a=1&b=eq.2&c.d=gt.3&e=', true);
    expect(provided).toEqual([
      ['a', '1'],
      ['e', ''],
    ]);
    expect(filters).toHaveLength(2);
  });

  test('removes the gateway’s key and sorts the other parameters', () => {
    expect(canonicalQuery(parsed('b=eq.x y&apikey=secret&a=eq.1'))).toBe('a=eq.1&b=eq.x%20y');
  });

  test.each([
    ['select=a,', '"failed to parse select parameter (a,)" (line 1, column 3)'],
    ['a=x', '"failed to parse filter (x)" (line 1, column 1)'],
    ['order=a.b', '"failed to parse order (a.b)" (line 1, column 3)'],
    ['or=(a.eq.1', '"failed to parse logic tree ((a.eq.1)" (line 1, column 10)'],
  ])('reports the position of the error in %s', (query, message) => {
    expect(() => parsed(query)).toThrow(RestError);
    expect(() => parsed(query)).toThrow(message);
  });
});
