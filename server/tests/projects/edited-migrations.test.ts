import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { commandWith, endProjects, projectWith, startAlone } from './alone.ts';

const FILE = '20260101000000_lists.sql';
const TEXT = `create table public.lists (name text);
create function public.two() returns int language sql as $$ select 2 $$;`;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.sql('create database made');
  await (await startAlone(newProject(), { DATABASE_URL: postgres.url('made') })).stop();
});
afterAll(async () => {
  await endProjects();
  await postgres?.stop();
});

const newProject = () => projectWith({ [`migrations/${FILE}`]: TEXT });

/** A copy of a database that this version migrated, with its project. */
let made: { project: string; env: { DATABASE_URL: string } };
let name: string;
let copies = 0;
beforeEach(async () => {
  copies += 1;
  name = `copy_${copies}`;
  await postgres.sql(`create database ${name} template made`);
  made = { project: newProject(), env: { DATABASE_URL: postgres.url(name) } };
});

const sql = (statement: string) => postgres.sql(statement, name);
const edit = (from: string, to: string) =>
  writeFileSync(join(made.project, 'supabase/migrations', FILE), TEXT.replace(from, to));
const freeze = () => writeFileSync(join(made.project, 'supabase/baseline.json'), '{}');
const start = () => startAlone(made.project, made.env);
const doctor = () =>
  commandWith(made, 'doctor').catch((error: unknown) => (error as { stdout: string }).stdout);

const CURE =
  /: run "npx solostead-server backup FILE" with the commit that made it, then "npx solostead-server restore FILE" with this one and an empty DATA_DIR or database\.$/m;

describe('a start refuses', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'a database made by another text of a platform file',
      () =>
        sql(`update solostead.platform_migrations set statements = array['select 1']
               where name = '0010_auth_schema.sql'`),
      /^The database was made by another text of 0010_auth_schema\.sql, so /,
    ],
    [
      'one of an unreleased version, which recorded no text of platform files',
      () => sql('alter table solostead.platform_migrations drop column statements'),
      /^An unreleased version made the database \(it has no text of 0001_roles\.sql, .+\): start with an empty DATA_DIR/,
    ],
    [
      'one of an unreleased version, which lacked a file of the platform',
      () => sql(`delete from solostead.platform_migrations where name = '0003_installation.sql'`),
      /^An unreleased version .+ made the database \(it lacks the migration 0003_installation\.sql\): start with an empty DATA_DIR/,
    ],
    [
      'one with a platform file of a newer version',
      () => sql(`insert into solostead.platform_migrations (name) values ('99_future.sql')`),
      /^The database has the migration 99_future\.sql, which a newer version made: start that version, or restore a backup\.$/,
    ],
    [
      'one made by another text of a frozen migration',
      () => [freeze(), edit('select 2', 'select 3')],
      /^The database was made by another text of 20260101000000_lists\.sql, so /,
    ],
  ])('%s, and the doctor says so', async (_what, change, sentence) => {
    await change();
    const before = await sql('select * from solostead.platform_migrations');
    const refusal = await start().catch((error: Error) => error.message.trim());
    expect(refusal).toMatch(sentence);
    if (/another text/.test(String(refusal))) expect(refusal).toMatch(CURE);
    const found = await doctor();
    expect(found).toContain(`WRONG   database: ${String(refusal)}\n`);
    expect((await sql('select * from solostead.platform_migrations')).length).toBe(before.length);
  });
});

describe('a start with a database made by another text of a migration that is not frozen', () => {
  test('warns once, and the doctor exits with 1', async () => {
    edit('select 2', 'select 3');
    const { log } = await start();
    const warnings = log.map(({ msg }) => String(msg)).filter((message) => message.includes('another text'));
    expect(warnings).toEqual([
      expect.stringMatching(/ of 20260101000000_lists\.sql, so the former one is in force: add a migration /),
    ]);
    await expect(commandWith(made, 'doctor')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`WRONG   database: ${warnings[0]}\n`),
    });
  });
});

describe('a start without a word about migrations', () => {
  test.each<[string, () => unknown]>([
    ['the same text', freeze],
    ['a comment and space that were added', () => [freeze(), edit('create f', '-- why\n  create  f')]],
    [
      'a row without statements, as other tools record it',
      () => [
        freeze(),
        edit('select 2', 'select 3'),
        sql('update supabase_migrations.schema_migrations set statements = null'),
      ],
    ],
  ])('follows %s', async (_what, change) => {
    await change();
    const { log } = await start();
    expect(log.filter(({ msg }) => /migration|text/.test(String(msg)))).toEqual([]);
  });
});
