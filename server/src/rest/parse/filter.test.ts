import { describe, expect, test } from 'vitest';
import { Tally } from './bounds.ts';
import { looksLikeFilter, scanCondition, scanTreeValue } from './filter.ts';
import { Scanner } from './scanner.ts';

const wholeValue = (from: Scanner) => from.rest();

const scanner = (text: string) => new Scanner(`failed to parse filter (${text})`, text, new Tally());

/** Returns the parsed condition of `text` and the unread rest. */
function scanned(text: string, scanValue: (scanner: Scanner) => string) {
  const from = scanner(text);
  const { negated, ...condition } = scanCondition(from, scanValue);
  return [negated, condition, from.rest()];
}

describe('a condition', () => {
  test.each([
    ['eq.1', { operator: 'eq', quantifier: null, value: '1' }],
    ['gte.', { operator: 'gte', quantifier: null, value: '' }],
    ['like(any).{a*}', { operator: 'like', quantifier: 'any', value: '{a*}' }],
    ['imatch(all).x', { operator: 'imatch', quantifier: 'all', value: 'x' }],
    ['neq.a.b', { operator: 'neq', value: 'a.b' }],
    ['isdistinct.null', { operator: 'isdistinct', value: 'null' }],
    ['cs.{a,b}', { operator: 'cs', value: '{a,b}' }],
    ['fts.a & b', { operator: 'fts', language: null, value: 'a & b' }],
    ['wfts(pg_catalog english).a', { operator: 'wfts', language: 'pg_catalog english', value: 'a' }],
    ['plfts(any).a', { operator: 'plfts', language: 'any', value: 'a' }],
    ['is.null', { operator: 'is', state: 'null' }],
    ['is.NOT_NULL', { operator: 'is', state: 'not_null' }],
    ['in.(1,2)', { operator: 'in', values: ['1', '2'] }],
    ['in. (1,2) ', { operator: 'in', values: ['1', '2'] }],
    ['in.()', { operator: 'in', values: [''] }],
    ['in.(,)', { operator: 'in', values: ['', ''] }],
    ['in.( a ,b)', { operator: 'in', values: ['a ', 'b'] }],
    ['in.("a,b","c\\"d")', { operator: 'in', values: ['a,b', 'c"d'] }],
    ['in.("a"b,"c)', { operator: 'in', values: ['"a"b', '"c'] }],
    ['in.("a" b)', { operator: 'in', values: ['"a" b'] }],
    ['in.(a(b)', { operator: 'in', values: ['a(b'] }],
  ])('%s', (text, expected) => {
    expect(scanned(text, wholeValue)).toEqual([false, expected, '']);
    expect(scanned(`not.${text}`, wholeValue)).toEqual([true, expected, '']);
  });

  test.each([
    ['', 1],
    ['.1', 1],
    ['eq', 1],
    ['eq1', 1],
    ['EQ.1', 1],
    ['equals.1', 1],
    ['eq(some).1', 1],
    ['eq(any)1', 1],
    ['neq(any).1', 1],
    ['in(any).(1)', 1],
    ['is(any).null', 1],
    ['constructor.1', 1],
    ['not.', 5],
    ['not.not.eq.1', 5],
    ['is.nul', 7],
    ['is.', 4],
    ['is.null_', 9],
    ['in.1', 4],
    ['in.(1', 6],
  ])('%s is invalid', (text, column) => {
    expect(() => scanned(text, wholeValue)).toThrow(`(line 1, column ${column})`);
  });
});

describe('a value within a tree ends', () => {
  test.each([
    ['at a comma', 'eq.a,b.eq.1', 'a', ',b.eq.1'],
    ['at a parenthesis', 'eq.a)', 'a', ')'],
    ['behind its closing quote', 'eq."a,b)c",d', 'a,b)c', ',d'],
    ['at a comma, if something follows its quote', 'eq."a"b,c', '"a"b', ',c'],
    ['behind the closing brace of an array', 'cs.{a,b},c', '{a,b}', ',c'],
    ['at a comma, if its array does not close', 'cs.{a,b', '{a', ',b'],
    ['at once, when it is empty', 'eq.)', '', ')'],
  ])('%s', (_title, text, value, rest) => {
    const [, condition, left] = scanned(text, scanTreeValue);
    expect(condition).toMatchObject({ value });
    expect(left).toBe(rest);
  });
});

describe('an argument of a function is a filter where it looks like one', () => {
  const filters = ['eq.1', 'not.eq.1', 'not.x.1', 'like(any).{a}', 'fts(english).a', 'is.null', 'in.(1)'];
  test.each([...filters, 'isdistinct.1'])('%s does', (value) => {
    expect(looksLikeFilter(value)).toBe(true);
  });

  test.each(['1', '', 'eq', 'a.b', 'example.org', 'Eq.1', 'toString.1', '3.14'])('%s does not', (value) => {
    expect(looksLikeFilter(value)).toBe(false);
  });
});
