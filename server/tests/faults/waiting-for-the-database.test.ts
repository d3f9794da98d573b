import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedNote, submitNote } from '../harness/notes.ts';
import { freePort } from '../harness/network/free-port.ts';
import { refusedStart, startMigratedPostgres, startServer } from '../harness/servers/server.ts';
import { CLUSTER_PASSWORD, type Standby, type TestPostgres } from '../harness/databases/postgres.ts';
import { eventually } from '../harness/servers/processes.ts';
import { startTcpProxy } from '../harness/network/tcp-proxy.ts';

beforeAll(prepare);
afterAll(cleanUp);

describe('a start', () => {
  test('next to a standby, a frozen or a missing database is given up after a while, with a message and code 1', async () => {
    const silent = await startTcpProxy(null);
    onTestFinished(() => silent.stop());
    const [onStandby, frozen, absent] = await Promise.all([
      refusal(url(standby.port)),
      refusal(url(silent.port)),
      refusal(url(await freePort())),
    ]);
    expect(onStandby.stderr).toBe(
      'The database that DATABASE_URL names takes no writes (it is a standby, or read-only): name the primary.\n',
    );
    expect(frozen.stderr).toBe(
      'The database that DATABASE_URL names cannot be used (timeout expired): check the URL and that it runs.\n',
    );
    expect(absent.stderr).toMatch(
      /^The database that DATABASE_URL names cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:\d+\): check the URL and that it runs\.\n$/,
    );
    for (const { exitCode, seconds } of [onStandby, frozen, absent]) {
      expect(exitCode).toBe(1);
      expect(seconds).toBeGreaterThan(12);
    }
  });

  test('reports in the log why it waits, and continues once the database accepts writes', async () => {
    const proxy = await startTcpProxy(standby.port);
    onTestFinished(() => proxy.stop());
    const starting = startServer({ env: { DATABASE_URL: url(proxy.port) } });
    await eventually(() => proxy.connections() > 0);
    proxy.route(postgres.port);
    const server = await starting;
    onTestFinished(() => server.stop());
    const waited = server.log.filter(({ msg }) => /waited for/.test(String(msg)));
    expect(waited.map(({ msg }) => msg)).toEqual([
      'The database that DATABASE_URL names takes no writes (it is a standby, or read-only): name the primary. It is waited for.',
    ]);
    expect((await submitNote(server, numberedNote(1))).status).toBe(201);
  });
});

let postgres: TestPostgres;
let standby: Standby;

async function prepare(): Promise<void> {
  postgres = await startMigratedPostgres();
  standby = await postgres.startStandby();
}

async function cleanUp(): Promise<void> {
  await standby?.stop();
  await postgres?.stop();
}

const url = (port: number) => `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${port}/postgres`;

async function refusal(databaseUrl: string) {
  const started = Date.now();
  const { exitCode, stderr } = await refusedStart({ env: { DATABASE_URL: databaseUrl } });
  return { exitCode, stderr, seconds: (Date.now() - started) / 1000 };
}
