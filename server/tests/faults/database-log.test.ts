import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedNote, submitNote } from '../harness/notes.ts';
import { startMigratedPostgres, startServer, type TestServer } from '../harness/servers/server.ts';
import { CLUSTER_PASSWORD, type TestPostgres } from '../harness/databases/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../harness/network/tcp-proxy.ts';
import { freePort } from '../harness/network/free-port.ts';
import { eventually } from '../harness/servers/processes.ts';
import { postJson } from '../harness/network/post-json.ts';

let postgres: TestPostgres;
let proxy: TcpProxy;
let standbyPort: number;
let server: TestServer;

beforeAll(async () => {
  postgres = await startMigratedPostgres();
  // Before the server starts, because the primary restarts for the copy.
  standbyPort = (await postgres.startStandby()).port;
  proxy = await startTcpProxy(postgres.port);
  const url = `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${proxy.port}/postgres`;
  server = await startServer({ env: { DATABASE_URL: url } });
});
afterAll(async () => {
  await server?.stop();
  await proxy?.stop();
  await postgres?.stop();
});

test.each([
  ['refuses connections', () => freePort()],
  ['leads to a standby', async () => standbyPort],
])('the log has one line when the database %s and one when it is back', async (_title, elsewhere) => {
  // Requests meet a data API that has yet to read its catalogue again.
  await postgres.sql(`notify pgrst, 'reload schema'`);
  const before = server.log.length;
  proxy.route(await elsewhere());
  proxy.cut();
  const refused = await askForEverything();
  expect(new Set(refused)).toEqual(new Set([503]));
  proxy.route(postgres.port);
  proxy.cut();
  await eventually(() => linesSince(before).some(([msg]) => msg === BACK));
  expect(await askForEverything()).toEqual([...Array(10).fill(201), ...Array(10).fill(400)]);
  expect(linesSince(before)).toEqual([
    [AWAY, expect.stringMatching(/^The (connection|database) /)],
    [BACK, null],
  ]);
});

test('a restart that no request meets is logged in the same two lines', async () => {
  const before = server.log.length;
  proxy.route(await freePort());
  proxy.cut();
  await eventually(() => linesSince(before).length > 0);
  proxy.route(postgres.port);
  await eventually(() => linesSince(before).some(([msg]) => msg === BACK));
  expect(linesSince(before).map(([msg]) => msg)).toEqual([AWAY, BACK]);
});

const AWAY = 'the database cannot be used: what needs it is refused until it is back';
const BACK = 'the database is back';

/** The lines since `start` that are not about one answer, as `[msg, message of the error]`. */
const linesSince = (start: number) =>
  server.log
    .slice(start)
    .filter(({ msg }) => msg !== 'request')
    .map(({ msg, err }) => [msg, (err as { message?: string } | undefined)?.message ?? null]);

const askForEverything = () =>
  Promise.all([
    ...Array.from({ length: 10 }, () =>
      submitNote(server, numberedNote(crypto.randomUUID())).then(({ status }) => status),
    ),
    ...Array.from({ length: 10 }, () => signIn()),
  ]);

const signIn = async () => {
  const answer = await postJson(server, '/auth/v1/token?grant_type=password', {
    email: 'missing@sample.example',
    password: 'some password',
  });
  return answer.status;
};
