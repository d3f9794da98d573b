import { describe, expect, test } from 'vitest';
import { nearbyWords } from './nearby-words.rules.ts';
import { passwordWeakness } from './password-strength.rules.ts';

const rules = { minimum_password_length: 8, password_requirements: '' };
const guesses = {
  common: new Set(['correcthorse']),
  nearby: nearbyWords('lab.solostead.example:3000', 'Robin.Admin@example.org'),
};
const reasons = (password: string, over = {}) =>
  passwordWeakness(password, { ...rules, ...over }, guesses)?.reasons ?? [];

describe('a password', () => {
  test.each([
    ['seven77', ['length']],
    ['😀😀😀😀😀😀😀', ['length']],
    ['😀😀😀😀😀😀😀😀', []],
    ['CorrectHorse', ['pwned']],
    ['Solostead2026!', ['pwned']],
    ['robin-solostead', ['pwned']],
    ['admin.admin.1', ['pwned']],
    ['solostead and a sentence', []],
    ['12345679', []],
    ['пароль-漢字-x', []],
  ])('%j is refused for %j', (password, expected) => {
    expect(reasons(password)).toEqual(expected);
  });

  test.each([
    ['letters_digits', 'onlyletters', ['characters']],
    ['letters_digits', 'letters and 1', []],
    ['lower_upper_letters_digits_symbols', 'Mixed and 1', ['characters']],
    ['lower_upper_letters_digits_symbols', 'Mixed, and 1', []],
  ])('under %s, %j is refused for %j', (password_requirements, password, expected) => {
    expect(reasons(password, { password_requirements })).toEqual(expected);
  });
});
