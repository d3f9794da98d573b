import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJson, textOf, texts } from './json.rules.ts';

describe('JSON of unknown shape', () => {
  it.each([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [1, false],
  ])('%j is an object: %s', (value, expected) => {
    expect(isJson(value)).toBe(expected);
  });

  it.each([
    [{ a: 'x' }, 'x'],
    [{ a: '' }, ''],
    [{ a: 1 }, undefined],
    [{ a: null }, undefined],
    [{ b: 'x' }, undefined],
    [['x'], undefined],
    [null, undefined],
    ['x', undefined],
  ])('%j has the text %j', (value, expected) => {
    expect(textOf(value, 'a')).toBe(expected);
  });

  it('ignores inherited properties', () => {
    expect(textOf(Object.create({ a: 'inherited' }), 'a')).toBeUndefined();
    expect(textOf({}, 'constructor')).toBeUndefined();
  });
});

describe('text members of a body', () => {
  const body = z.object(texts('email', 'phone'));

  it.each([{}, { email: '' }, { email: null }, { phone: '1', email: 'ada@example.org' }])(
    'can be %j',
    (value) => expect(body.parse(value)).toEqual(value),
  );

  it.each([{ email: 1 }, { email: true }, { phone: ['1'] }, { phone: {} }])('cannot be %j', (value) => {
    expect(body.safeParse(value).success).toBe(false);
  });
});
