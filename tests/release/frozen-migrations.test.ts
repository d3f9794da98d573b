import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { copyProject, programOf } from '../harness/servers/project-copy.ts';
import { putMigratedData, refusedStart, startServer } from '../harness/servers/server.ts';

const PLATFORM = 'server/src/database/platform';
const MIGRATIONS = 'supabase/migrations';
const [FIRST = '', SECOND = ''] = readdirSync(MIGRATIONS);
const NEWEST = readdirSync(MIGRATIONS).at(-1)!;
const NEW = /^\d+/.exec(NEWEST)![0].replace(/\d\d$/, '59');

// A database that the frozen files made, which no refused start changes.
const dataDir = newDataFolder(afterAll);
beforeAll(() => putMigratedData(dataDir));

/** A copy of the project with frozen files, to change. */
async function frozenProject(): Promise<string> {
  const project = copyProject();
  expect(await check(project, '--freeze')).toMatch(/^supabase\/baseline\.json freezes \d+ files\.\n$/);
  return project;
}

/** Runs the check in a project and returns what it prints. */
const check = (project: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(project, 'scripts/checks/migrations.mjs'), ...args]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );

/** Starts a server on the data, and returns its refusal or null. */
async function startIn(project: string): Promise<string | null> {
  const command = programOf(project, 'main');
  const refused = await refusedStart({ command, dataDir }).catch(({ cause }) => cause);
  if ('stderr' in refused) return refused.stderr;
  await refused.stop();
  return null;
}

const change = (project: string, file: string, to: (text: string) => string) => {
  const path = join(project, file);
  writeFileSync(path, to(readFileSync(path, 'utf8')));
};
const move = (project: string, from: string, to: string) =>
  renameSync(join(project, MIGRATIONS, from), join(project, MIGRATIONS, to));
const dated = (file: string, as: string) => file.replace(/^\d+/, /^\d+/.exec(as)![0]);
const edited = (file: string) =>
  `${MIGRATIONS}/${file} is frozen and was edited: undo the edit and add a migration that makes the change.\n`;
const missing = (file: string) =>
  `${MIGRATIONS}/${file} is frozen and missing: bring it back under this name.\n`;
const late = (file: string) =>
  `${MIGRATIONS}/${file} is new and comes before ${NEWEST}, which is frozen: give it a later name.\n`;

interface Change {
  readonly title: string;
  readonly make: (project: string) => unknown;
  /** Lines that the check prints. */
  readonly check: readonly string[];
  /**
   * The refusal of a start, or null where the database would not differ. None for the server's own files, which
   * server/tests/projects/edited-migrations.test.ts changes.
   */
  readonly start?: RegExp | null;
}

const changes: readonly Change[] = [
  { title: 'nothing', make: () => {}, check: [], start: null },
  {
    title: 'an edited statement',
    make: (project) => change(project, `${MIGRATIONS}/${FIRST}`, (text) => `${text}\nselect 1;\n`),
    check: [edited(FIRST)],
    start: new RegExp(`^The database was made by another text of ${FIRST}, so `),
  },
  {
    title: 'an edited comment',
    make: (project) =>
      change(project, `${MIGRATIONS}/${FIRST}`, (text) => text.replace('-- ', '-- Indeed: ')),
    check: [edited(FIRST)],
    start: null,
  },
  {
    title: 'space at the end of a file',
    make: (project) => appendFileSync(join(project, MIGRATIONS, NEWEST), '\n'),
    check: [edited(NEWEST)],
    start: null,
  },
  {
    title: 'a removed file',
    make: (project) => rmSync(join(project, MIGRATIONS, NEWEST)),
    check: [missing(NEWEST)],
    start: new RegExp(
      `^The database has the migration ${/^\d+/.exec(NEWEST)![0]}, of which supabase/migrations has no file\\. `,
    ),
  },
  {
    title: 'a file with another subject in its name',
    make: (project) => move(project, NEWEST, NEWEST.replace('.sql', '_again.sql')),
    check: [missing(NEWEST)],
    start: null,
  },
  {
    title: 'a file with a later time',
    make: (project) => move(project, FIRST, dated(FIRST, NEW)),
    check: [missing(FIRST)],
    start: new RegExp(
      `^The database has the migration ${/^\d+/.exec(FIRST)![0]}, of which supabase/migrations has no file\\. `,
    ),
  },
  {
    title: 'two files that exchanged their times',
    make: (project) => {
      move(project, FIRST, dated(FIRST, '0'));
      move(project, SECOND, dated(SECOND, FIRST));
      move(project, dated(FIRST, '0'), dated(FIRST, SECOND));
    },
    check: [missing(FIRST), missing(SECOND), late(dated(SECOND, FIRST)), late(dated(FIRST, SECOND))],
    start: new RegExp(
      `^The database was made by another text of ${dated(SECOND, FIRST)}, ${dated(FIRST, SECOND)}, so `,
    ),
  },
  {
    title: 'a new file before the newest',
    make: (project) => writeFileSync(join(project, MIGRATIONS, '20261129010031_sample.sql'), 'select 1;\n'),
    check: [late('20261129010031_sample.sql')],
    start:
      /^The migration 20261129010031 is older than \d+, which the database already has: give its file a later time, /,
  },
  {
    title: 'an edited file of the server',
    make: (project) => change(project, `${PLATFORM}/0001_roles.sql`, (text) => `${text} `),
    check: [edited('0001_roles.sql').replace(MIGRATIONS, PLATFORM)],
  },
  {
    title: 'a new file of the server before its newest',
    make: (project) => writeFileSync(join(project, PLATFORM, '0002_sample.sql'), 'select 1;\n'),
    check: [
      expect.stringMatching(/0002_sample\.sql is new and comes before \d+_\w+\.sql, which is frozen: /),
    ],
    start: null,
  },
];

describe('once the migrations are frozen', () => {
  test.each(changes)('the check and a start judge $title', async ({ make, check: lines, start }) => {
    const project = await frozenProject();
    make(project);
    const printed = (await check(project)).split(/(?<=\n)/).filter((line) => / frozen/.test(line));
    expect(printed).toEqual(lines);
    const frozen = readFileSync(join(project, 'supabase/baseline.json'), 'utf8');
    if (lines.length > 0) {
      expect(await check(project, '--freeze')).toBe(await check(project));
      expect(readFileSync(join(project, 'supabase/baseline.json'), 'utf8')).toBe(frozen);
    }
    if (start !== undefined) expect(await startIn(project)).toEqual(start && expect.stringMatching(start));
  });

  test('a later file passes the check, a start applies it, and the next freeze takes it in', async () => {
    const project = await frozenProject();
    const file = `${NEW}_sample.sql`;
    writeFileSync(join(project, MIGRATIONS, file), SAMPLE);
    expect(await check(project)).toBe('');
    const server = await startServer({ command: programOf(project, 'main'), dataDir: await copyOfData() });
    onTestFinished(() => server.stop());
    expect(await server.value('select public.sample_answer()')).toBe(42);
    await check(project, '--freeze');
    appendFileSync(join(project, MIGRATIONS, file), '-- later');
    expect(await check(project)).toBe(edited(file));
  });
});

// Repairs of what frozen files made, in each way that PostgreSQL has.
const SAMPLE = `-- On the floor \`top\`.
-- A sample.
create function public.sample_answer() returns int language sql as $$ select 42 $$;
create or replace function private.trimmed(value text) returns text language sql immutable as $$ select btrim(value) $$;
create or replace view private.present_mentions as select * from public.note_mentions;
create or replace trigger log_terms before update on public.lab_terms
  for each row execute function private.log_settings('settings_changed');
drop trigger log_lab_settings on public.lab_settings;
create trigger log_lab_settings after insert or update on public.lab_settings
  for each row execute function private.log_settings('settings_changed');
drop index public.application_events_batch_idx;
create index application_events_batch_idx on public.application_events (batch_id);
alter table public.application_events
  drop constraint application_events_kind_check,
  add constraint application_events_kind_check check (kind <> '');
alter type private.link_purpose add value 'sample';
`;

async function copyOfData(): Promise<string> {
  const copy = newDataFolder();
  await putMigratedData(copy);
  return copy;
}
