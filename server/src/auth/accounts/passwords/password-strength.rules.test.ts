import { describe, expect, test } from 'vitest';
import { contextWords, passwordWeakness } from './password-strength.rules.ts';

const rules = { minimum_password_length: 8, password_requirements: '' };
const blocklist = {
  common: new Set(['correcthorse']),
  contextWords: contextWords('Solostead', 'lab.example.org:3000', 'Robin.Admin@example.org'),
};
const reasons = (password: string, over = {}) =>
  passwordWeakness(password, { ...rules, ...over }, blocklist)?.reasons ?? [];

describe('a password', () => {
  test.each([
    ['seven77', ['length']],
    ['😀😀😀😀😀😀😀', ['length']],
    ['😀😀😀😀😀😀😀😀', []],
    ['CorrectHorse', ['pwned']],
    ['ＣｏｒｒｅｃｔＨｏｒｓｅ', ['pwned']],
    ['Solostead2026!', ['pwned']],
    ['robin-solostead', ['pwned']],
    ['admin.admin.1', ['pwned']],
    ['solostead and a sentence', []],
    ['12345679', []],
    ['пароль-漢字-x', []],
    ['Robin.Admin@example.org', ['pwned']],
    ['org.2026.org', ['pwned']],
    ['lab-lab-lab', ['pwned']],
    ['robinadmin1', ['pwned']],
    ['organise a lab', []],
  ])('%j is refused for %j', (password, expected) => {
    expect(reasons(password)).toEqual(expected);
  });

  test.each([
    ['marlene.fischer@brightbuild.com', 'marlene.fischer@brightbuild.com', ['pwned']],
    ['marlene.fischer@brightbuild.com', 'MarleneFischer1984', ['pwned']],
    ['own2@lab.example.org', 'own2own2', ['pwned']],
    ['own2@lab.example.org', 'own2@lab.example.org', ['pwned']],
    ['own2@lab.example.org', 'own2@lab.example.orgown2@lab.example.org', ['pwned']],
    ['own2@lab.example.org', 'ｏｗｎ２@lab.example.org', ['pwned']],
    ['own2@lab.example.org', 'ＯＷＮ２ＯＷＮ２', ['pwned']],
    ['own2@lab.example.org', 'down in the lab', []],
    ['m.f@firma.de', 'm.f@firma.de', ['pwned']],
    ['m.f@firma.de', 'mf-firma-de-1', ['pwned']],
    ['m.f@firma.de', 'firma und ich', []],
    ['12345678@x.io', '12345678@x.io', ['pwned']],
    ['ærø.漢字字@example.org', 'Ærø.漢字字1', ['pwned']],
    [null, 'own2own2', []],
  ])('for the address %j rejects %j: %j', (email, password, expected) => {
    const own = {
      common: new Set<string>(),
      contextWords: contextWords('Solostead', 'localhost:3000', email),
    };
    expect(passwordWeakness(password, rules, own)?.reasons ?? []).toEqual(expected);
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
