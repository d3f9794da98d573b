import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { startTcpProxy, type TcpProxy } from '@solostead/server-testkit/network/tcp-proxy';
import { freePort } from '@solostead/server-testkit/network/free-port';
import {
  refusedStart,
  runCommand,
  serverEnvironment,
  startMigratedPostgres,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';
import {
  CLUSTER_PASSWORD,
  type Standby,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';

beforeAll(prepare);
afterAll(cleanUp);

describe('a start', () => {
  test('next to a standby, a frozen or a missing database is given up after a while, with a message and code 1', async () => {
    const [readOnly, frozen, absent] = await Promise.all([
      refusal(standby.port),
      refusal(silent.port),
      refusal(await freePort()),
    ]);
    expect(readOnly.stderr).toBe(
      'The database that DATABASE_URL names takes no writes (it is a standby, or read-only): name the primary.\n',
    );
    expect(frozen.stderr).toBe(
      'The database that DATABASE_URL names cannot be used (timeout expired): check the URL and that it runs.\n',
    );
    expect(absent.stderr).toMatch(
      /^The database that DATABASE_URL names cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:\d+\): check the URL and that it runs\.\n$/,
    );
    for (const { exitCode, seconds } of [readOnly, frozen, absent]) {
      expect(exitCode).toBe(1);
      expect(seconds).toBeGreaterThan(12);
    }
  });

  test('reports in the log why it waits, and continues once the database accepts writes', async () => {
    const proxy = await startTcpProxy(standby.port);
    onTestFinished(() => proxy.stop());
    const starting = start(urlOf([proxy.port]));
    await eventually(() => proxy.connections() > 0);
    proxy.route(postgres.port);
    const server = await starting;
    const waited = server.log.filter(({ msg }) => /waited for/.test(String(msg)));
    expect(waited.map(({ msg }) => msg)).toEqual([
      'The database that DATABASE_URL names takes no writes (it is a standby, or read-only): name the primary. It is waited for.',
    ]);
    expect((await submitNote(server, numberedNote(1))).status).toBe(201);
  });
});

test('the primary is found behind a silent host, an absent one and a standby, in any order', async () => {
  const parameters = '?target_session_attrs=read-write&load_balance_hosts=random&connect_timeout=2';
  const server = await start(urlOf([silent.port, await freePort(), standby.port, postgres.port], parameters));
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(server)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  expect(await server.command('sso', 'list')).not.toBe('');
});

test('a command reports for each host why it cannot be used', async () => {
  const absent = await freePort();
  const env = serverEnvironment({ DATABASE_URL: urlOf([absent, standby.port]) });
  const message = await runCommand(env, 'sso', 'list').catch(({ stderr }: { stderr: string }) => stderr);
  expect(message).toBe(
    `The database that DATABASE_URL names cannot be used (127.0.0.1:${absent}: connect ECONNREFUSED 127.0.0.1:${absent}; ` +
      `127.0.0.1:${standby.port}: it is a standby, or read-only): check the URL and that it runs.\n`,
  );
});

test('a wrong password is not tried on the next host', async () => {
  const wrong = urlOf([postgres.port, await freePort()]).replace(CLUSTER_PASSWORD, 'wrong');
  const message = await runCommand(serverEnvironment({ DATABASE_URL: wrong }), 'sso', 'list').catch(
    ({ stderr }: { stderr: string }) => stderr,
  );
  expect(message).toMatch(
    /^The database that DATABASE_URL names cannot be used \(password authentication failed .+\n$/,
  );
});

test('when the primary is gone and the standby promoted, requests and notifications go there', async () => {
  const server = await start(urlOf([postgres.port, standby.port]));
  expect((await write(server)).status).toBe(201);
  await postgres.kill();
  onTestFinished(() => postgres.start());
  const meanwhile = write(server);
  await onStandby('select pg_promote()');
  // A request in between waits or must be repeated.
  expect([201, 503]).toContain((await meanwhile).status);
  await eventually(async () => (await write(server)).status === 201);
  await eventually(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
  await onStandby('create table public.heard_of (id int); grant select on public.heard_of to anon');
  await onStandby(`notify pgrst, 'reload schema'`);
  await eventually(
    async () =>
      (await fetch(`${server.url}/rest/v1/heard_of`, { headers: { apikey: server.publishableKey } }))
        .status === 200,
    20,
  );
});

let postgres: TestPostgres;
let standby: Standby;
let silent: TcpProxy;

async function prepare(): Promise<void> {
  postgres = await startMigratedPostgres();
  await postgres.sql('create database served template migrated');
  standby = await postgres.startStandby();
  silent = await startTcpProxy(null);
}

async function cleanUp(): Promise<void> {
  await silent?.stop();
  await standby?.stop();
  await postgres?.stop();
}

const urlOf = (ports: readonly number[], parameters = '') =>
  `postgres://postgres:${CLUSTER_PASSWORD}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/served${parameters}`;
const start = async (databaseUrl: string): Promise<TestServer> => {
  const server = await startServer({ env: { DATABASE_URL: databaseUrl } });
  onTestFinished(() => server.stop());
  return server;
};
async function refusal(port: number) {
  const started = Date.now();
  const { exitCode, stderr } = await refusedStart({ env: { DATABASE_URL: urlOf([port]) } });
  return { exitCode, stderr, seconds: (Date.now() - started) / 1000 };
}
const onStandby = async (text: string): Promise<void> => {
  const client = new Client({ connectionString: urlOf([standby.port]) });
  await client.connect();
  await client.query(text);
  await client.end();
};
const write = (server: TestServer) => submitNote(server, numberedNote(crypto.randomUUID()));
