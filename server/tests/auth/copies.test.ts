import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { send } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';

let one: TestServer;
let other: TestServer;

beforeAll(async () => {
  const proxies = { TRUSTED_PROXIES: '127.0.0.1,::1', LIMITS: 'on' };
  one = await startServer({ env: proxies });
  const { databaseUrl } = JSON.parse(readFileSync(join(one.dataDir, 'server.json'), 'utf8'));
  // Both name the same issuer: copies of one site.
  other = await startServer({ env: { ...proxies, DATABASE_URL: databaseUrl, SITE_URL: one.url } });
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

describe('two copies of the server on one database', () => {
  test('share their rate limits', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const ask = (server: TestServer) => send(server, { path: '/recover', body: { email: 'x' }, headers });
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await ask(one)).status, (await ask(other)).status);
    }
    expect(statuses).toEqual(Array(30).fill(400));
    expect((await ask(one)).status).toBe(429);
    expect((await ask(other)).status).toBe(429);
  });

  test('exchange one refresh token for one child when both receive it at once', async () => {
    const { client } = await signedInClient(one);
    const { refresh_token } = (await client.getSession()).data.session!;
    const refresh = (server: TestServer) =>
      send(server, { path: '/token?grant_type=refresh_token', body: { refresh_token } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => refresh(at % 2 ? one : other)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });

  test('accept each other’s tokens, and learn of a sign-out at once', async () => {
    const { client } = await signedInClient(one);
    const token = (await client.getSession()).data.session!.access_token;
    expect(await send(other, { path: '/user', as: token })).toMatchObject({ status: 200 });
    await client.signOut();
    expect(await send(other, { path: '/user', as: token })).toMatchObject({ status: 403 });
  });
});
