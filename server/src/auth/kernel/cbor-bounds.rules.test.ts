import { describe, expect, it } from 'vitest';
import { isBoundedCbor } from './cbor-bounds.rules.ts';

describe('a CBOR item', () => {
  it.each([
    ['a number', '01'],
    ['a number of eight bytes', '1b00000000000000ff'],
    ['bytes', '43010203'],
    ['text', '6161'],
    ['an empty map', 'a0'],
    ['a tagged text', 'c16161'],
    [
      'an attestation without a statement',
      'a363666d74646e6f6e656761747453746d74a068617574684461746143010203',
    ],
    ['an item before others', '0101'],
    ['eight levels', '8181818181818101'],
  ])('that is %s is bounded', (_, hex) => {
    expect(isBoundedCbor(Buffer.from(hex, 'hex'))).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['nine levels', '818181818181818101'],
    ['deep tags', 'c1'.repeat(10_000)],
    ['deep maps', 'a1'.repeat(10_000)],
    ['501 items', `9901f5${'00'.repeat(501)}`],
    ['an array that claims four thousand million items', '9affffffff'],
    ['a map that claims more items than numbers can count', 'bbffffffffffffffff00'],
    ['bytes that end early', '43010'],
    ['text that claims to be longer than the rest', '7b7fffffffffffffff61'],
    ['a length that ends early', '19'],
    ['an indefinite array', '9f01ff'],
    ['an unfinished map', 'a101'],
  ])('that is %s is not', (_, hex) => {
    expect(isBoundedCbor(Buffer.from(hex, 'hex'))).toBe(false);
  });
});
