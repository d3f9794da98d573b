import { describe, expect, it } from 'vitest';
import { parseJson } from './json-body.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body (contract A0.3)', () => {
  it.each([
    ['', undefined],
    ['  \n', undefined],
    ['{}', {}],
    ['null', null],
    ['[1,"two"]', [1, 'two']],
    ['"text"', 'text'],
    ['{"name":"Ärger 😀"}', { name: 'Ärger 😀' }],
    [nested(41), JSON.parse(nested(41))],
  ])('%j is read', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    ['no JSON', '{', /Could not parse request body as JSON/],
    ['a form', 'email=ada@example.org', /Could not parse/],
    ['JSON with more behind it', '{}{}', /Could not parse/],
    ['a trailing comma', '{"a":1,}', /Could not parse/],
    ['a null character in a value', '{"a":"x\\u0000"}', /invalid character/],
    ['a null character in a key', '{"a\\u0000":1}', /invalid character/],
    ['a null character in a list', '{"a":[{"b":["\\u0000"]}]}', /invalid character/],
    ['half a surrogate pair', '{"a":"\\ud83d"}', /invalid character/],
    ['half a surrogate pair as a key', '{"\\udc00":1}', /invalid character/],
    ['nesting that is too deep', nested(42), /nested too deeply/],
    ['nesting that would end a recursion', nested(100_000), /nested too deeply/],
  ])('with %s is refused as bad_json', (_, text, reason) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ status: 400, code: 'bad_json' }));
    expect(() => parseJson(text)).toThrow(reason);
  });

  it('is quoted only in part in the error', () => {
    expect(() => parseJson(`{"password":${'x'.repeat(10_000)}`)).toThrow(/^.{0,200}$/);
  });
});
