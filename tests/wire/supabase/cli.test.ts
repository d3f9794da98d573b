import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { startMigratedPostgres } from '../../harness/servers/server.ts';
import { hasTools, supabaseCli } from '@solostead/server-testkit/tools';
import { needs } from '@solostead/server-testkit/needs';
import { RIGHTS } from '../permissions/rights.ts';

describe("the official CLI's db push", needs(hasTools, 'no Supabase CLI for this machine'), () => {
  let supabase: TestPostgres;
  let ours: TestPostgres;

  beforeAll(async () => {
    [supabase, ours] = await Promise.all([startPostgres(), startMigratedPostgres()]);
    await supabase.sql(image);
  });
  afterAll(() => Promise.all([supabase?.stop(), ours?.stop()]));

  async function push(url: string): Promise<string> {
    const args = ['db', 'push', `--remote=${url}?sslmode=disable`, '--yes', '--workdir', root];
    const env = { ...process.env, DO_NOT_TRACK: '1' };
    const { stdout, stderr } = await promisify(execFile)(await supabaseCli(), args, { env });
    return stdout + stderr;
  }
  const history = (of: TestPostgres) =>
    of.sql<{ version: string; name: string; statements: string[] }>(
      'select version, name, statements from supabase_migrations.schema_migrations order by 1',
    );

  test("takes our config.toml and applies every migration to a database with Supabase's defaults", async () => {
    const result = await push(supabase.url('postgres', 'project_owner'));
    for (const file of migrations) expect(result).toContain(file);
  });

  test('finds nothing to do on a database that our server has migrated, whose history is the same, statement by statement', async () => {
    expect(await push(ours.url())).toContain('up to date');
    const [theirs, own] = [await history(supabase), await history(ours)];
    expect(own.map(({ version, name }) => `${version}_${name}.sql`)).toEqual(migrations);
    expect(own).toEqual(theirs);
  });

  test('gives the roles of the API the same rights as our server, whatever the defaults there', async () => {
    const [theirs, own] = [await supabase.sql(RIGHTS), await ours.sql(RIGHTS)];
    expect(own.length).toBeGreaterThan(200);
    expect(theirs).toEqual(own);
  });

  test('works without a transaction around the statements of a file, which some versions do not open', async () => {
    const statements = (await history(ours)).flatMap((one) => one.statements);
    expect(statements.length).toBeGreaterThan(500);
    const needing = /^(\s|--.*\n)*(lock|declare|savepoint|set\s+local)\s/i;
    expect(needing.test('-- Held until the end.\nlock table t')).toBe(true);
    expect(statements.filter((statement) => needing.test(statement))).toEqual([]);
  });
});

const root = join(import.meta.dirname, '../../..');
const image = readFileSync(join(root, 'tests/fixtures/supabase/image.sql'), 'utf8');
const migrations = readdirSync(join(root, 'supabase/migrations')).filter((file) => file.endsWith('.sql'));
