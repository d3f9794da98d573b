import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminOf, commandWith, databasesOfFile, projectWith, startAlone } from './alone.ts';

const { newDatabase } = databasesOfFile();

const table = (name: string) => `create table public.${name} (id int);`;

test('lists what is applied, missing, different, late or deleted, applies late files and marks versions', async () => {
  const project = projectWith({
    'migrations/1_one.sql': table('one'),
    'migrations/3_three.sql': table('three'),
    'migrations/4_four.sql': table('four'),
  });
  const setup = { project, env: await newDatabase() };
  const path = (file: string) => join(project, 'supabase/migrations', file);
  expect(await commandWith(setup, 'migrations')).toMatch(/^1 {2}missing +one\n3 {2}missing +three\n/);
  await startAlone(project, setup.env);

  writeFileSync(path('2_two.sql'), table('two'));
  await expect(startAlone(project, setup.env)).rejects.toThrow(
    /^The migration 2 is older than 4, .+: give its file a later time, or run ".+ migrations --include-all"\.\n$/,
  );
  rmSync(path('3_three.sql'));
  await expect(startAlone(project, setup.env)).rejects.toThrow(
    /^The database has the migration 3, of which supabase\/migrations has no file\. .+ run ".+ repair --status reverted 3"\.\n$/,
  );
  writeFileSync(path('4_four.sql'), table('other'));
  writeFileSync(path('5_five.sql'), table('five'));
  expect(await commandWith(setup, 'migrations')).toBe(`1  applied         one
2  out of order    two
3  without a file  three
4  different       four
5  missing         five
missing: the next start applies it.
different: its file was edited after it was applied. Undo the edit and add a migration that makes the change.
out of order: an applied migration is newer. Give its file a later time, or run "npx solostead-server migrations --include-all".
without a file: bring its file back, or run "npx solostead-server repair --status reverted VERSION" if it was deleted or renamed.
`);

  expect(await commandWith(setup, 'repair', '--status', 'reverted', '3')).toBe('3 reverted\n');
  expect(await commandWith(setup, 'migrations', '--include-all')).toMatch(
    /^The database was made by another text of 4_four\.sql, .+\napplied 2_two\.sql\napplied 5_five\.sql\n1 {2}applied/,
  );
  const { url } = await startAlone(project, setup.env);
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    expect((await adminOf(url).from(name).select()).error, name).toBeNull();
});

test('marks squashed migrations, after which the server starts', async () => {
  const project = projectWith({ 'migrations/1_one.sql': table('one') });
  const setup = { project, env: await newDatabase() };
  await startAlone(project, setup.env);
  const folder = join(project, 'supabase/migrations');
  renameSync(join(folder, '1_one.sql'), join(folder, '9_squashed.sql'));
  await expect(startAlone(project, setup.env)).rejects.toThrow(
    /^The database has the migration 1, and none of supabase\/migrations\. .+ run ".+ migrations"\.\n$/,
  );
  await commandWith(setup, 'repair', '--status', 'applied', '9');
  await commandWith(setup, 'repair', '1', '--status', 'reverted');
  await startAlone(project, setup.env);
  expect(await commandWith(setup, 'migrations')).toBe('9  applied         squashed\n');
});

test.each([
  [['--status', 'applied', '7'], 'supabase/migrations has no file of the version 7.\n'],
  [['--status', 'reverted', '7'], 'The database has no migration 7, so there is nothing to revert.\n'],
])('repair %j is refused', async (args, sentence) => {
  const setup = { project: projectWith({}), env: await newDatabase() };
  await expect(commandWith(setup, 'repair', ...args)).rejects.toMatchObject({ stderr: sentence });
});
