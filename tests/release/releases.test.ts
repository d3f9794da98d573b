import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '@solostead/server-testkit/servers/run-command';
import { newDataFolder, newFolder } from '@solostead/server-testkit/new-folder';
import { knownPassword } from '@solostead/server-testkit/servers/keys';
import manifest from '../../package.json' with { type: 'json' };
import { applied } from '../harness/applicant.ts';
import { signIn } from '../harness/member.ts';
import { copyProject, programOf } from '../harness/servers/project-copy.ts';
import { serverEnvironment, startServer } from '../harness/servers/server.ts';
import { OWNER, writeRelease } from './releases.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'tests/fixtures/releases');
const COMMAND = 'WRITE_RELEASE=1 npx vitest run --project product-release tests/release/releases.test.ts';
const isFrozen = existsSync(join(root, 'supabase/baseline.json'));

/** Backups by release. Without one, the test makes that of this version (docs/decisions/one-history.md). */
const committed = globSync('*.backup', { cwd: folder }).map((file) => ({ file: join(folder, file) }));
const present = join(folder, `${manifest.version}.backup`);

/** The backup of this version, where none is committed or it is made again. */
let made: string | null = null;
beforeAll(async () => {
  const isRequested = process.env['WRITE_RELEASE'] !== undefined;
  if (committed.length > 0 && !isRequested) return;
  made = join(newFolder(afterAll), basename(present));
  const empty = await writeRelease(made);
  if (!isRequested) return;
  expect(empty, 'put a row into each table in tests/release/releases.ts').toEqual([]);
  mkdirSync(folder, { recursive: true });
  copyFileSync(made, present);
});

test('the backup of this version is committed once the migrations are frozen', () => {
  if (isFrozen) expect(existsSync(present), `run ${COMMAND}`).toBe(true);
});

describe.each(committed.length > 0 ? committed : [{ file: '' }])(
  'the backup of a release $file',
  ({ file }) => {
    test('is restored, follows a later migration and works', async () => {
      const project = copyProject();
      const last = readdirSync(join(project, 'supabase/migrations')).at(-1)!;
      const later = `${BigInt(/^\d+/.exec(last)![0]) + 1n}_sample.sql`;
      writeFileSync(join(project, 'supabase/migrations', later), SAMPLE);
      const dataDir = newDataFolder();
      const restored = await restore(project, dataDir, file || made!);
      expect(restored).toMatch(/^Restored \d+ rows of \d+ tables, .+; every table's hash agrees\.$/m);
      expect(restored).toMatch(new RegExp(`^Then migrated by .*${later}\\.$`, 'm'));

      const server = await startServer({ dataDir, command: programOf(project, 'main') });
      onTestFinished(() => server.stop());
      expect(await server.value('select count(*) from public.applications where sample_length is null')).toBe(
        '0',
      );
      const owner = await signIn(server, OWNER, knownPassword.password);
      expect(await owner.pages('review_list', { filter: {} })).not.toEqual([]);
      const { email } = await applied(server);
      expect(await server.value`select sample_length from public.applications where email = ${email}`).toBe(
        0,
      );
    });
  },
);

const SAMPLE = `-- On the floor \`records\`.
-- A sample of a later migration, which fills a new column from existing rows.
alter table public.applications add column sample_length integer;
update public.applications set sample_length = length(name);
alter table public.applications alter column sample_length set default 0, alter column sample_length set not null;
`;

/** @throws with the command that makes the backup again, as long as migrations may be edited */
async function restore(project: string, dataDir: string, file: string): Promise<string> {
  const program = {
    server: async () => programOf(project, 'main'),
    commands: async () => programOf(project, 'cli'),
  };
  const environment = serverEnvironment({
    DATA_DIR: dataDir,
    SUPABASE_SECRET_KEY: '',
    JWT_KEYS: '',
    SUPABASE_PUBLISHABLE_KEY: '',
  });
  try {
    return await runCommand(
      { ...program, folder: project, migratedBy: [], env: {} },
      environment,
      'restore',
      file,
    );
  } catch (error) {
    const { stderr } = error as { stderr: string };
    throw new Error(isFrozen ? stderr : `${stderr.trim()} The migrations changed since: run ${COMMAND}`, {
      cause: error,
    });
  }
}
