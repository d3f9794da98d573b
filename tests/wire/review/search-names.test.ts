import { foundNames } from '../../fixtures/name-examples.ts';
import { applied } from '../../harness/applicant.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { makeApplication } from '../../harness/member.ts';

const cases = foundNames.flatMap(([name, ...searches]) => searches.map((search) => [name, search] as const));

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
  const texts = [...foundNames.flat(), "O'Brien-`Sample` <b>", 'Straße İstanbul ŉ ǆ ﷺ ½ ①'];
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
