import { onTestFinished } from 'vitest';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { startPostgres } from '@solostead/server-testkit/databases/postgres';
import { putMigratedData } from '@solostead/server-testkit/servers/server';
import { needs } from '@solostead/server-testkit/needs';
import { describe, expect, test } from './data-folder.ts';

describe('places and users', () => {
  test('keys and data are readable by their owner only', async ({ dataDir, start }) => {
    await putMigratedData(dataDir);
    await start({ env: { SUPABASE_SECRET_KEY: '', HOST: '0.0.0.0' } });
    const modes = ['keys.json', 'server.json', 'postgres', 'socket'].map((name) => mode(join(dataDir, name)));
    expect(modes).toEqual(['600', '600', '700', '700']);
    const { url } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { url: string };
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test(
    'root in a directory that others cannot enter, with a very long path, has its data in DATA_DIR',
    needs(isRoot, 'not root'),
    async ({ dataDir, start }) => {
      const unreadable = join(dataDir, 'unreadable');
      mkdirSync(unreadable, { mode: 0o700 });
      const long = join(unreadable, 'a'.repeat(100));
      const server = await start({ dataDir: long });
      expect((await submitNote(server, numberedNote(1))).status).toBe(201);
      await server.stop();
      const copy = join(unreadable, 'copy');
      execFileSync('cp', ['-a', long, copy]);
      rmSync(long, { recursive: true });
      const again = await start({ dataDir: copy });
      expect(await again.sql('select count(*)::int from public.notes')).toEqual([{ count: 1 }]);
    },
  );

  test(
    'root in a closed directory that is also the temporary one keeps the data after a stop',
    needs(isRoot, 'not root'),
    async ({ dataDir, start }) => {
      const unreadable = join(dataDir, 'unreadable');
      mkdirSync(join(unreadable, 'data'), { recursive: true, mode: 0o700 });
      const options = { dataDir: join(unreadable, 'data'), env: { TMPDIR: join(unreadable, 'data') } };
      await putMigratedData(options.dataDir);
      const server = await start(options);
      expect((await submitNote(server, numberedNote(1))).status).toBe(201);
      await server.stop();
      const again = await start(options);
      expect(await again.sql('select count(*)::int from public.notes')).toEqual([{ count: 1 }]);
    },
  );

  test('a data directory without its database is refused with its place', async ({ dataDir, refusal }) => {
    mkdirSync(join(dataDir, 'elsewhere'));
    writeFileSync(join(dataDir, 'location'), join(dataDir, 'elsewhere'));
    const { stderr } = await refusal({});
    expect(stderr).toMatch(/^The database of .+ is in .+elsewhere: move .+elsewhere\/postgres into .+\n$/);
  });

  test('an ordinary user can run the server', needs(isRoot, 'not root'), async ({ dataDir, start }) => {
    const user = { uid: 65_534, gid: 65_534 };
    chownSync(dataDir, user.uid, user.gid);
    chmodSync(dataDir, 0o700);
    const server = await start({ user, env: { HOME: dataDir } });
    expect((await submitNote(server, numberedNote(1))).status).toBe(201);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(user.uid);
  });
});

describe('copies of a data directory', () => {
  test('another PostgreSQL whose process id is recorded is left alone', async ({ dataDir, start }) => {
    await putMigratedData(dataDir);
    const other = await startPostgres();
    onTestFinished(() => other.stop());
    const [running] = await other.sql<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    );
    const record = readFileSync(join(running!.directory, 'postmaster.pid'), 'utf8');
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), record);
    const server = await start();
    expect(await server.sql('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await other.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a copy of a running data directory starts once its lock is removed', async ({ start, refusal }) => {
    const folder = makeTestFolder('solostead-copies-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
    mkdirSync(original);
    await putMigratedData(original);
    const first = await start({ dataDir: original });
    execFileSync('cp', ['-a', original, copy]);
    const { stderr } = await refusal({ dataDir: copy });
    expect(stderr).toMatch(
      /^.+ is in use by a copy that is running \(process \d+\): stop it, or set DATA_DIR .+\.\n$/,
    );
    rmSync(join(copy, 'lock'));
    const second = await start({ dataDir: copy });
    expect(await second.sql('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await first.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

const isRoot = process.getuid?.() === 0;
