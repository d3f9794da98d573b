import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { eventually, processesWith } from '@solostead/server-testkit/servers/processes';
import { putMigratedData } from '@solostead/server-testkit/servers/server';
import { describe, expect, test } from './data-folder.ts';

describe('stopping', () => {
  test.beforeEach(({ dataDir }) => putMigratedData(dataDir));

  test('SIGTERM lets requests finish and leaves no process', async ({ dataDir, start }) => {
    const server = await start();
    await server.sql(
      `create function public.slow() returns text language sql as $$ select pg_sleep(1)::text $$;`,
    );
    await server.sql('grant execute on function public.slow to anon');
    await server.sql(`notify pgrst, 'reload schema'`);
    const call = () =>
      fetch(`${server.url}/rest/v1/rpc/slow`, {
        method: 'POST',
        headers: { apikey: server.publishableKey },
      });
    await eventually(async () => (await call()).status === 200);
    const under = call();
    const sleepers = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    await eventually(async () => (await server.sql(sleepers)).length > 0);
    await server.stop();
    expect((await under).status).toBe(200);
    expect(server.exitCode()).toBe(0);
    await expect.poll(() => processesWith(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
  });

  test('SIGTERM does not wait for a client that reads no answer', async ({ start }) => {
    const server = await start();
    await server.sql(
      `create function public.large() returns setof text language sql
         as $$ select repeat(md5(n::text), 3000) from generate_series(1, 80) as n $$`,
    );
    await server.sql(`notify pgrst, 'reload schema'`);
    const ask = { headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` } };
    await eventually(async () => (await fetch(`${server.url}/rest/v1/rpc/large`, ask)).ok);
    const head = `Host: localhost\r\napikey: ${server.secretKey}\r\nAuthorization: Bearer ${server.secretKey}\r\n\r\n`;
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /rest/v1/rpc/large HTTP/1.1\r\n${head}CONNECT example.org:443 HTTP/1.1\r\n${head}`);
    await once(socket, 'readable');
    const late = setTimeout(() => void server.kill(), 60_000);
    await server.stop();
    clearTimeout(late);
    expect(server.exitCode()).toBe(0);
  });

  test('a start after kill -9 finds everything, and no PostgreSQL stays', async ({ dataDir, start }) => {
    const first = await start();
    expect((await submitNote(first, numberedNote(1))).status).toBe(201);
    await first.kill();
    const second = await start();
    expect(await second.sql('select email from public.notes')).toEqual([{ email: numberedNote(1).email }]);
    await second.kill();
    await eventually(() => processesWith(dataDir).length === 0);
  });

  test('a server and a PostgreSQL under test end with a test run that is killed', async ({ dataDir }) => {
    const kit = (file: string) => JSON.stringify(join(import.meta.dirname, '../../testkit', file));
    const program = `import { startServer } from ${kit('servers/server.ts')};
      import { startPostgres } from ${kit('databases/postgres.ts')};
      const server = await startServer({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify([server.pid, (await startPostgres()).pid]));`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void run.kill('SIGKILL'));
    const pids = JSON.parse(String(await once(run.stdout, 'data'))) as number[];
    const areThere = () => pids.map((pid) => existsSync(`/proc/${pid}`));
    expect(areThere()).toEqual([true, true]);
    run.kill('SIGKILL');
    await expect.poll(areThere).toEqual([false, false]);
    await eventually(() => processesWith(dataDir).length === 0);
  });

  test('an orphaned PostgreSQL, its watchdog killed too, is taken over', async ({ dataDir, start }) => {
    const first = await start();
    const postgres = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    for (const pid of processesWith(`${dataDir}/postgres`))
      if (pid !== postgres) process.kill(pid, 'SIGKILL');
    await first.kill();
    const second = await start();
    expect(await second.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('a port that is taken is refused before a database is made', async ({ dataDir, refusal }) => {
  const port = await portOf(createServer());
  const { stderr, exitCode } = await refusal({ env: { PORT: String(port) } });
  expect(stderr).toBe(
    `Port ${port} is taken: stop the program that uses it, or set PORT to another number.\n`,
  );
  expect(exitCode).toBe(1);
  await expect.poll(() => processesWith(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});
