/** Letters that do not decompose, as in `private.folded_letters` for the letters that members' names and commands have. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
};

/**
 * Returns a text for comparison, without accents, apostrophes and differences of case, width and ligatures. The database
 * compares applicants' names by `private.folded`.
 */
export const folded = (text: string): string =>
  text
    .replaceAll(/['`\u00b4\u02b9\u02bb-\u02bf\u2018\u2019\u201b\u2032\uff07]/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? letter);
