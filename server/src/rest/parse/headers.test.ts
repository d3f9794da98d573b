import { describe, expect, test } from 'vitest';
import { parseAccept, parseMediaType } from './media.ts';
import { parsePreferences } from './preferences.ts';
import { intersection, parseRangeHeader, parseRowNumber } from './range.ts';

describe('Accept', () => {
  test.each([
    ['', []],
    ['text/csv', ['text/csv']],
    ['Text/CSV', ['text/csv']],
    ['a/b, c/d', ['a/b', 'c/d']],
    ['a/b;q=0.1, c/d;q=0.5, e/f', ['e/f', 'c/d', 'a/b']],
    ['a/b;q=nonsense, c/d;q=0.1', ['c/d', 'a/b']],
    ['a/b;q=0.5, c/d;q=0.5', ['a/b', 'c/d']],
    ['a/b;x="c,d", e/f', ['a/b', 'e/f']],
    [' , a/b,', ['a/b']],
  ])('%s', (header, expected) => {
    expect(parseAccept(header).map(({ type }) => type)).toEqual(expected);
  });

  test('accepts any type without the header', () => {
    expect(parseAccept()).toMatchObject([{ type: '*/*' }]);
  });

  test.each([
    ['a/b;x=1; y = "2;3" ;z', { x: '1', y: '2;3' }],
    ['a/b;X=1', { x: '1' }],
    ['a/b;x=1;x=2', { x: '2' }],
    ['a/b', {}],
    ['a/b;x="', { x: '"' }],
  ])('parameters of %s', (text, expected) => {
    expect(parseMediaType(text).parameters).toEqual(expected);
  });
});

describe('Prefer', () => {
  const none = {
    resolution: null,
    representation: null,
    count: null,
    transaction: null,
    missing: null,
    handling: null,
    timeZone: null,
    maxAffected: null,
    unknown: [],
  };
  test.each([
    ['', {}],
    [' , ', {}],
    ['return=minimal', { representation: 'minimal' }],
    ['return=headers-only', { representation: 'headers-only' }],
    ['count=planned,  tx=rollback', { count: 'planned', transaction: 'rollback' }],
    ['missing=default,resolution=ignore-duplicates', { missing: 'default', resolution: 'ignore-duplicates' }],
    ['return=minimal, return=representation', { representation: 'minimal' }],
    ['return=nothing, return=minimal', { representation: 'minimal', unknown: ['return=nothing'] }],
    ['timezone=Europe/Berlin', { timeZone: 'Europe/Berlin' }],
    ['timezone=', { unknown: ['timezone='] }],
    ['max-affected=10', { maxAffected: 10 }],
    ['max-affected=0', { maxAffected: 0 }],
    ['max-affected=-1', { unknown: ['max-affected=-1'] }],
    ['max-affected=1e3', { unknown: ['max-affected=1e3'] }],
    ['max-affected=1234567890123456', { unknown: ['max-affected=1234567890123456'] }],
    ['respond-async', { unknown: ['respond-async'] }],
    ['Return=minimal', { unknown: ['Return=minimal'] }],
    ['return = minimal', { unknown: ['return = minimal'] }],
    ['count=exact; x', { unknown: ['count=exact; x'] }],
    ['constructor=a, __proto__=b', { unknown: ['constructor=a', '__proto__=b'] }],
    ['handling=strict, color=red', { handling: 'strict', unknown: ['color=red'] }],
  ])('%s', (header, expected) => {
    expect(parsePreferences(header)).toEqual({ ...none, ...expected });
  });
});

describe('Range', () => {
  test.each([
    [undefined, 0, null],
    ['', 0, null],
    ['0-9', 0, 10],
    ['5-5', 5, 1],
    ['5-', 5, null],
    ['-5', 0, null],
    ['items=0-9', 0, null],
    ['bytes=0-9', 0, null],
    ['0-9,20-29', 0, null],
    ['1-1234567890123456', 0, null],
  ])('%s skips %s and gives %s', (header, offset, limit) => {
    expect(parseRangeHeader(header)).toEqual({ offset, limit });
  });

  test('refuses a range that ends before it begins', () => {
    expect(() => parseRangeHeader('9-8')).toThrow('Requested range not satisfiable');
  });

  test.each([
    ['0', 0],
    ['15', 15],
    ['007', 7],
    ['999999999999999', 999999999999999],
  ])('limit and offset of %s', (text, expected) => {
    expect([parseRowNumber('limit', text), parseRowNumber('offset', text)]).toEqual([expected, expected]);
  });

  test.each(['', ' 1', '+1', '1.5', '1e3', '0x10', 'one', '1000000000000000', '１'])(
    '%s is no number',
    (text) => {
      expect(() => parseRowNumber('limit', text)).toThrow(`failed to parse limit (${text})`);
      expect(() => parseRowNumber('offset', text)).toThrow(`failed to parse offset (${text})`);
    },
  );

  test('below zero is an error for limit, and zero for offset', () => {
    expect(() => parseRowNumber('limit', '-1')).toThrow('Requested range not satisfiable');
    expect(parseRowNumber('offset', '-1')).toBe(0);
  });

  test.each([
    [0, null, 0, null, 0, null],
    [0, 10, 0, null, 0, 10],
    [5, null, 0, 10, 5, 5],
    [5, 10, 7, 3, 7, 3],
    [5, 10, 7, 30, 7, 8],
    [0, 5, 10, 5, 10, 0],
    [0, 0, 0, null, 0, 0],
  ] as const)('from %s, %s rows, and from %s, %s rows, have in common from %s, %s', (...numbers) => {
    const [a, b, c, d, offset, limit] = numbers;
    const [left, right] = [
      { offset: a, limit: b },
      { offset: c, limit: d },
    ];
    expect(intersection(left, right)).toEqual({ offset, limit });
    expect(intersection(right, left)).toEqual({ offset, limit });
  });
});
