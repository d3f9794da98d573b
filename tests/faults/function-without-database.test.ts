import { afterAll, expect, test } from 'vitest';
import { CLUSTER_PASSWORD } from '../../server/tests/harness/databases/postgres.ts';
import { startTcpProxy } from '../../server/tests/harness/network/tcp-proxy.ts';
import { freePort } from '../../server/tests/harness/servers/free-port.ts';
import { startMigratedPostgres, startServer } from '../harness/servers/server.ts';
import { postJson } from '../../server/tests/harness/network/post-json.ts';
afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await postgres.stop();
});

test('a request for a confirmation mail is answered 502 while the database is away', async () => {
  const ask = () =>
    postJson(server, '/functions/v1/send-confirmation-email', { email: 'builder-a@sample.example' });
  expect((await ask()).status).toBe(200);
  proxy.route(await freePort());
  proxy.cut();
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5']);
}, 90_000);

const postgres = await startMigratedPostgres();
const proxy = await startTcpProxy(postgres.port);
const url = `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${proxy.port}/postgres`;
const server = await startServer({ env: { DATABASE_URL: url } });
