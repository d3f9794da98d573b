import { expect, it } from 'vitest';
import { migrationProblems } from './migration-problems.mjs';

const former = ['20260101000000_people.sql', '20260103000000_places.sql'];
const NOW = '20260601000000';

it.each([
  ['nothing about a folder that did not change', former, []],
  ['nothing about a new migration', [...former, '20260401000000_things.sql'], []],
  ['nothing about a baseline that replaces all files', ['20260102000000_baseline.sql'], []],
  ['a date in the future', [...former, '20260701000000_things.sql'], [/things\.sql is dated in the future/]],
  [
    'a new migration older than the newest',
    [...former, '20260102000000_things.sql'],
    [/things\.sql is new and dated before 20260103000000/],
  ],
  ['two files of one time', [...former, '20260103000000_things.sql'], [/shares its time/, /shares its time/]],
  ['a name without a time', [...former, 'things.sql'], [/is not named/, /is new and dated before/]],
])('reports %s', (_title, files, problems) => {
  expect(migrationProblems(files, former, NOW)).toEqual(problems.map((text) => expect.stringMatching(text)));
});
