import { expect, it } from 'vitest';
import { migrationProblems } from './migration-problems.mjs';

const NOW = '20260601000000';

it.each([
  ['nothing about migrations in an order', ['20260101000000_people.sql', '20260103000000_places.sql'], []],
  ['a date in the future', ['20260701000000_things.sql'], [/things\.sql is dated in the future/]],
  [
    'two files of one time',
    ['20260103000000_places.sql', '20260103000000_things.sql'],
    [/shares its time/, /shares its time/],
  ],
  ['a name without a time', ['things.sql'], [/is not named/]],
])('reports %s', (_title, files, problems) => {
  expect(migrationProblems(files, NOW)).toEqual(problems.map((text) => expect.stringMatching(text)));
});
