import { describe, expect, it } from 'vitest';
import { fill, phrase } from './words.ts';

describe('a sentence with placeholders', () => {
  it('inserts texts and numbers, and keeps placeholders without a value', () => {
    expect(fill('{count} of {name} {else}', { count: 3, name: 'Ada' })).toBe('3 of Ada {else}');
  });

  it.each(['محمد علي', 'דנה לוי', 'ދިވެހި', 'Ada דנה'])('keeps its order around %s', (name) => {
    expect(fill('{name}, 3 days', { name })).toBe(`\u2068${name}\u2069, 3 days`);
  });

  it.each(['Ada', 'Åsa', '山田', 'Δελτα', 'Жанна'])('keeps %s unchanged', (name) => {
    expect(fill('{name}, 3 days', { name })).toBe(`${name}, 3 days`);
  });

  it.each([
    ['Ada', 3, '3 of Ada'],
    ['דנה לוי', '1,000', '1,000 of \u2068דנה לוי\u2069'],
  ])('is written as a template around %s', (name, count, sentence) => {
    expect(phrase`${count} of ${name}`).toBe(sentence);
    expect(phrase`Nothing`).toBe('Nothing');
  });
});
