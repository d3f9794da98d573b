import { expect, test } from 'vitest';
import { repeatedNumbers } from './baseline.mjs';

test.each([
  [['20261129010030_roles.sql', '20261129010130_tables.sql'], []],
  [['20261129010030_roles.sql', '20261129010030_again.sql'], ['20261129010030_roles.sql']],
  [['0001_roles.sql', '0002_tables.sql', '0002_views.sql'], ['0002_views.sql']],
  [['0001_roles.sql', '1_roles.sql'], ['1_roles.sql']],
])('of %j the check refuses %j for a repeated number', (files, refused) => {
  const hashes = Object.fromEntries(files.map((file) => [file, '']));
  expect(repeatedNumbers({ sql: hashes })).toEqual(
    refused.map((file) => `sql/${file} has the version of another migration: give it a later one.`),
  );
});
