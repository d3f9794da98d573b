import { describe, expect, test } from 'vitest';
import { parsePayload, shapeKey, parseCsv } from './payload.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A body read as a write does, or a call. */
const written = (body: string, type?: string, columns: string[] | null = null) =>
  parsePayload(Buffer.from(body), type, columns, false);
const called = (body: string, type?: string, columns: string[] | null = null) =>
  parsePayload(Buffer.from(body), type, columns, true);

const json = (text: string, isArray: boolean, keys: string[], isJson = true) => ({
  kind: 'json',
  text,
  isArray,
  rows: isArray ? (JSON.parse(text) as unknown[]).length : 1,
  keys,
  isJson,
});

describe('JSON', () => {
  test.each([
    ['an object', '{"a":1,"b":null}', false, ['a', 'b']],
    ['an object of nothing', '{}', false, []],
    ['a list', '[{"a":1},{"a":2}]', true, ['a']],
    ['a list in another order of keys', '[{"a":1,"b":2},{"b":3,"a":4}]', true, ['a', 'b']],
    ['an empty list', '[]', true, []],
    ['a list of nothing', '[{},{}]', true, []],
    ['white space around it', ' {"a":1}\n', false, ['a']],
    ['a key twice', '{"a":1,"a":2}', false, ['a']],
    ['a property of every object', '{"__proto__":1,"constructor":2}', false, ['__proto__', 'constructor']],
  ])('%s', (_title, text, isArray, keys) => {
    expect(written(text)).toEqual(json(text, isArray, keys));
  });

  test.each([
    ['another key', '[{"a":1},{"b":1}]'],
    ['a key too many', '[{"a":1},{"a":1,"b":1}]'],
    ['a key too few', '[{"a":1,"b":1},{"a":1}]'],
    ['a key that every object has as a property', '[{"a":1,"toString":1},{"a":1,"b":1}]'],
    ['a number in a list', '[{"a":1},2]'],
    ['null', 'null'],
    ['null in a list', '[null]'],
    ['a list in a list', '[[{"a":1}]]'],
    ['a text', '"a"'],
  ])('%s does not match', (_title, text) => {
    expect(() => written(text)).toThrow('All object keys must match');
  });

  test.each(['', '{', "{'a':1}", '{"a":1}}', 'undefined'])('%s is invalid', (text) => {
    expect(() => written(text)).toThrow('Empty or invalid json');
  });

  test('takes its keys from `columns`, whatever the rows contain', () => {
    expect(written('[{"a":1},{"b":2}]', undefined, ['a', 'c', 'a'])).toEqual(
      json('[{"a":1},{"b":2}]', true, ['a', 'c']),
    );
    expect(() => written('[1]', undefined, ['a'])).toThrow('All object keys must match');
  });

  test('nests 500 levels, not more', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(written(nested(500))).toMatchObject({ keys: ['a'] });
    expect(() => written(nested(502))).toThrow('The json nests too deep');
  });

  test('may be missing in a call, but not in a write', () => {
    expect(called('')).toEqual(json('{}', false, []));
    expect(() => called(' ')).toThrow('Empty or invalid json');
  });

  test('is UTF-8', () => {
    expect(() => parsePayload(Buffer.from([0x22, 0xff, 0x22]), undefined, null, false)).toThrow('UTF-8');
  });
});

describe('the type of the body', () => {
  test.each(['application/json', 'Application/JSON; charset=utf-8', '', undefined])('%s is JSON', (type) => {
    expect(written('{"a":1}', type)).toEqual(json('{"a":1}', false, ['a']));
  });

  test('CSV is a list of objects', () => {
    expect(written('a,b\n1,NULL', 'text/csv')).toEqual(json('[{"a":"1","b":null}]', true, ['a', 'b'], false));
    expect(written('a,b\n1,2', 'text/csv', ['a'])).toMatchObject({ keys: ['a'] });
  });

  test('a form is one object for a write, and separate fields for a call', () => {
    expect(written('a=1+2&b=%C3%A9', FORM)).toEqual(json('{"a":"1 2","b":"é"}', false, ['a', 'b']));
    expect(called('a=1&a=2', FORM)).toEqual({
      kind: 'form',
      fields: [
        ['a', '1'],
        ['a', '2'],
      ],
    });
  });

  test.each([
    ['text/plain', 'text'],
    ['text/xml', 'xml'],
    ['application/xml', 'xml'],
    ['application/octet-stream', 'bytea'],
  ])('%s is a single argument for a call, and refused for a write', (type, raw) => {
    expect(called('x', type)).toEqual({ kind: 'raw', body: Buffer.from('x'), type: raw });
    expect(() => written('x', type)).toThrow(`Content-Type not acceptable: ${type}`);
  });

  test.each(['image/png', 'toString', 'multipart/form-data; boundary=x'])('%s is refused', (type) => {
    expect(() => called('x', type)).toThrow('Content-Type not acceptable');
  });
});

test('bodies of the same shape share a plan, unlike texts, forms and bytes', () => {
  const keyOf = (text: string) => shapeKey(written(text));
  expect(keyOf('{"a":1}')).toBe(keyOf('{"a":"other"}'));
  expect(
    new Set(['{"a":1}', '[{"a":1}]', '{"b":1}', '{"a":1,"b":1}', '{"b":1,"a":1}', '{}', '[]'].map(keyOf))
      .size,
  ).toBe(7);
  expect(shapeKey(null)).toBe('');
  expect([shapeKey(called('a=1', FORM)), shapeKey(called('a', 'text/plain'))]).toEqual([null, null]);
});

test('reads quoted cells, line breaks within them and the word NULL', () => {
  expect(parseCsv('a,b\n"x ""y"", z","1\n2"\r\nNULL,')).toEqual([
    { a: 'x "y", z', b: '1\n2' },
    { a: null, b: '' },
  ]);
});

test.each([
  ['lines', 'a\n'.repeat(10_002), 'at most 10000 lines of CSV'],
  ['fields', `${'a,'.repeat(99)}a\n`.repeat(1001), 'at most 100000 fields of CSV'],
  ['columns', 'a,'.repeat(500), 'at most 500 keys'],
])('refuses CSV of more %s than it reads at once', (_what, text, message) => {
  expect(() => parseCsv(text)).toThrow(`The body holds too much: expecting ${message}`);
});

test('refuses a form of many fields before it reads it', () => {
  expect(() => called('a&'.repeat(500_000), FORM)).toThrow('expecting at most 500 keys');
});

test('refuses lines of different lengths and invalid CSV', () => {
  expect(() => parseCsv('a,b\n1')).toThrow('All lines must have same number of fields');
  expect(() => parseCsv('')).toThrow('Empty or invalid csv');
  expect(() => parseCsv('a\n"x"y')).toThrow('Empty or invalid csv');
});
