import { describe, expect, it } from 'vitest';
import {
  type Decode,
  anything,
  fields,
  flag,
  list,
  nullable,
  number,
  oneOf,
  optional,
  pair,
  record,
  text,
} from './decode.ts';

const colour = oneOf(['red', 'green']);

describe('a check', () => {
  it.each<[string, Decode<unknown>, unknown]>([
    ['text', text, ''],
    ['number', number, 0],
    ['flag', flag, false],
    ['anything', anything, undefined],
    ['one of some words', colour, 'green'],
    ['nullable, null', nullable(text), null],
    ['nullable, a value', nullable(text), 'a'],
    ['optional, left out', optional(text), undefined],
    ['an empty list', list(text), []],
    ['a list', list(number), [1, 2]],
    ['an object whose keys are data', record(number), { a: 1 }],
    ['a pair', pair, ['2026-11-22', 'id']],
  ])('accepts the values of its type: %s', (_title, check, value) => {
    expect(check(value)).toEqual(value);
  });

  it.each<[string, Decode<unknown>, unknown, string]>([
    ['null as text', text, null, 'expected text at the top'],
    ['a number as text', text, 1, 'expected text at the top'],
    ['text as a number', number, '1', 'expected a number at the top'],
    ['1 as a flag', flag, 1, 'expected true or false at the top'],
    ['another word', colour, 'blue', 'expected red or green at the top'],
    ['a word of another type', colour, ['red'], 'expected red or green at the top'],
    ['undefined where null may be', nullable(text), undefined, 'expected text at the top'],
    ['null where a value may be left out', optional(text), null, 'expected text at the top'],
    ['an object as a list', list(text), { 0: 'a', length: 1 }, 'expected a list at the top'],
    ['a list as an object', record(text), ['a'], 'expected an object at the top'],
    ['a list as fields', fields({ 0: text }), ['a'], 'expected an object at the top'],
    ['null as fields', fields({}), null, 'expected an object at the top'],
    ['three as a pair', pair, ['a', 'b', 'c'], 'expected a pair at the top'],
    ['a pair of others', pair, ['a', 1], 'expected text at [1]'],
  ])('refuses %s', (_title, check, value, message) => {
    expect(() => check(value)).toThrow(new TypeError(message));
  });
});

describe('fields', () => {
  const person = fields({ name: text, tags: list(fields({ label: text })) });

  it('leave out unknown keys', () => {
    expect(person({ name: 'Amber', tags: [], secret: 1 })).toEqual({ name: 'Amber', tags: [] });
  });

  it.each([
    ['a field that is not there', { tags: [] }, 'expected text at .name'],
    ['a field deep in a list', { name: 'A', tags: [{ label: 'a' }, {}] }, 'expected text at .tags[1].label'],
  ])('report the path of %s', (_title, value, message) => {
    expect(() => person(value)).toThrow(new TypeError(message));
  });

  it('ignore the prototype of the input', () => {
    expect(() => fields({ toString: text })(JSON.parse('{}'))).toThrow(TypeError);
  });
});
