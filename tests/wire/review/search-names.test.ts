import { applied } from '../../harness/applicant.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { makeApplication } from '../../harness/member.ts';

/** A stored name, and searches that find it. */
const found: readonly (readonly [name: string, ...searches: readonly string[]])[] = [
  ['François Müller', 'francois muller', 'FRANÇOIS', 'mu\u0308ller', 'ranço', 'f'],
  ['Franc\u0327ois Mu\u0308ller', 'François', 'müller', 'francois'],
  ['Francois Muller', 'françois müller'],
  ['Ólafsdóttir', 'olafsdottir', 'O\u0301LAFS'],
  ['Sinéad O\u2019Brien', "o'brien", 'O`Brien', 'o\u02bcbrien', 'O\u00b4Brien', 'o\uff07brien', 'obrien'],
  ["O'Brien", 'O\u2019Brien', 'O\u2018Brien', 'o\u2032brien'],
  ['Obrien', "O'Brien"],
  ['Jean\u2011Luc', 'jean-luc', 'Jean\u2010Luc', 'JEAN\u2013LUC', 'jean\u2212luc'],
  ['Jean-Luc', 'jean\u2011luc'],
  ['Jean\u00adLuc', 'jeanluc'],
  ['\uff21\uff2c\uff25\uff38', 'alex'],
  ['Alex', '\uff21\uff2c\uff25\uff38'],
  ['\ufb01nn', 'finn', 'FINN'],
  ['Finn', '\ufb01nn'],
  ['Łukasz', 'lukasz', 'łukasz', 'ŁUKASZ'],
  ['Lukasz', 'Łukasz'],
  ['Søren Ærø', 'soren aero', 'SØREN'],
  ['Œuvre Þóra Đorđe', 'oeuvre thora dorde'],
  ['Straße', 'strasse', 'STRASSE', 'STRAẞE'],
  ['Strasse', 'straße'],
  ['İbrahim', 'ibrahim', 'IBRAHIM', 'i\u0307brahim'],
  ['Işık', 'isik', 'IŞIK', 'ışık'],
  ['Şəhriyar', 'sehriyar'],
  ['Αλέξανδρος', 'αλεξανδρος', 'ΑΛΕΞΑΝΔΡΟΣ', 'αλεξανδροσ'],
  ['Nguyễn Thị Đức', 'nguyen thi duc', 'Nguye\u0302\u0303n'],
  ['Андрей Королёв', 'андреи королев', 'Андреи\u0306', 'КОРОЛЕВ'],
  ['Ґалаґан Їжак', 'галаган іжак'],
  ['김민준', '\u1100\u1175\u11b7\u1106\u1175\u11ab\u110c\u116e\u11ab', '김민', '김'],
  ['\u1100\u1175\u11b7', '김'],
  ['\uff76\uff9e\uff73\uff7d', 'ガウス'],
  ['مُحَمَّد أحمد', 'محمد احمد', 'محـمد'],
  ['علی\u200cرضا', 'عليرضا', 'علی‌رضا'],
  ['שָׁלוֹם', 'שלום'],
  ['שלום', 'שָׁלוֹם', '\ufb2aלום'],
  ['कुमार', 'कुमार'],
  ['Renee\u200b Sample', 'renée'],
];

const cases = found.flatMap(([name, ...searches]) => searches.map((search) => [name, search] as const));

test.for(cases)('%s is found by %s', async ([name, search], { server, owner }) => {
  const id = await makeApplication(server, nextHandle(), { name, sectors: 'none' });
  const { rows } = await owner.call<{ rows: { id: string }[] }>('review_list', { filter: { search } });
  expect(rows.map((row) => row.id)).toContain(id);
});

test.for([
  ['कुमार', 'कमर'],
  ['ガウス', 'ハウス'],
  ['Müller', 'miller'],
  ['Jean-Luc', 'jeanluc'],
] as const)('%s is not found by %s', async ([name, search], { server, owner }) => {
  const id = await makeApplication(server, nextHandle(), { name, sectors: 'none' });
  const { rows } = await owner.call<{ rows: { id: string }[] }>('review_list', { filter: { search } });
  expect(rows.map((row) => row.id)).not.toContain(id);
});

test('every field of an application is found without its accents', async ({ server, owner }) => {
  const id = await makeApplication(server, 'fields', {
    sectors: 'Énergie éolienne',
    linkedin: 'https://www.linkedin.com/in/ren%C3%A9e-fields',
  });
  for (const search of [
    'energie eolienne',
    'https://linkedin.com/in/Ren%c3%a9e-Fields',
    'https://de.linkedin.com/in/renée-fields/',
    'in/renee-fields',
  ]) {
    const { rows } = await owner.call<{ rows: { id: string }[] }>('review_list', { filter: { search } });
    expect(rows.map((row) => row.id)).toEqual([id]);
  }
});

test('a visitor’s application is found', async ({ server, owner }) => {
  const { email } = await applied(server, { name: 'Zoë Håkansson-Sample', sectors: 'Bücher' });
  const filter = { search: 'zoe hakansson bucher' };
  const { rows } = await owner.call<{ rows: { email: string }[] }>('review_list', { filter });
  expect(rows.map((row) => row.email)).toEqual([email]);
});

test('a search of accents and apostrophes alone has no words', async ({ owner }) => {
  const { total } = await owner.call<{ total: number }>('review_count', { filter: { search: "' \u0301" } });
  expect(total).toBe((await owner.call<{ total: number }>('review_count')).total);
});

test('folding a text twice changes nothing, and ASCII folds the same either way', async ({ server }) => {
  const texts = [...found.flat(), "O'Brien-`Sample` <b>", 'Straße İstanbul ŉ ǆ ﷺ ½ ①'];
  for (const text of texts) {
    const folded = await server.value<string>`select private.folded(${text})`;
    expect(await server.value`select private.folded(${folded})`).toBe(folded);
    expect(await server.value`select private.folded_letters(${folded})`).toBe(folded);
  }
  const ascii = String.fromCodePoint(...Array.from({ length: 94 }, (_, at) => at + 33));
  expect(await server.value`select private.folded(${ascii}) = private.folded_letters(${ascii})`).toBe(true);
});

test('what the database hides elsewhere is no part of a folded text', async ({ server }) => {
  const names = await server.column(`
    select to_hex(code) from generate_series(160, 65533) code
     where code not between 55296 and 57343 and private.without_hidden(chr(code)) = ''
       and private.folded(chr(code)) not in ('', ' ')`);
  expect(names).toEqual([]);
});

let count = 0;
const nextHandle = () => `number-${(count += 1)}`;
