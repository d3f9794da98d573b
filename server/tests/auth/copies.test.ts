import { onTestFinished } from 'vitest';
import { holdRows } from '../harness/databases/held-rows.ts';
import { startServer } from '../harness/servers/server.ts';
import { refresh, send } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';
import { describe, expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const env = { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' };
const test = testSharing({ env }).extend('other', { scope: 'file' }, async ({ server }, { onCleanup }) => {
  const other = await startCopy(server);
  onCleanup(other.stop);
  return other;
});

describe('two copies of the server on one database', () => {
  test('share their rate limits', async ({ server, other }) => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const ask = (copy: TestServer) => send(copy, { path: '/recover', body: { email: 'x' }, headers });
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await ask(server)).status, (await ask(other)).status);
    }
    expect(statuses).toEqual(Array(30).fill(400));
    expect((await ask(server)).status).toBe(429);
    expect((await ask(other)).status).toBe(429);
  });

  test('exchange one refresh token for one child when both receive it at once', async ({ server, other }) => {
    const { client } = await signedInClient(server);
    const { refresh_token } = (await client.getSession()).data.session!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => refresh(at % 2 ? server : other, refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body['refresh_token'])).size).toBe(1);
  });

  test('accept each other’s tokens, and learn of a sign-out at once', async ({ server, other }) => {
    const { client } = await signedInClient(server);
    const token = (await client.getSession()).data.session!.access_token;
    expect(await send(other, { path: '/user', as: token })).toMatchObject({ status: 200 });
    await client.signOut();
    expect(await send(other, { path: '/user', as: token })).toMatchObject({ status: 403 });
  });

  // Two that wait for each other's rows would end in a deadlock, which a sign-out might lose.
  test('clean up without waiting for a session or token that another copy or a sign-out has locked', async ({
    server,
  }) => {
    await plantEnded(server, (await signedInClient(server)).user.id);
    await holdRows(server, 'select from auth.sessions where not_after is not null limit 1 for update');
    await holdRows(server, `select from auth.refresh_tokens where parent = 'parent' limit 1 for update`);
    // A copy tidies up when it starts.
    const copy = await startCopy(server);
    onTestFinished(() => copy.stop());
    await expect.poll(() => ended(server)).toEqual({ sessions: 1, tokens: 1 });
  });
});

/** Both name the same issuer: copies of one site. */
const startCopy = (server: TestServer) =>
  startServer({ env: { ...env, DATABASE_URL: server.databaseUrl, SITE_URL: server.url } });

const SESSION_COUNT = 150;

/** Puts ended sessions, and old tokens of the user's living session. */
async function plantEnded(server: TestServer, userId: string): Promise<void> {
  await server.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, not_after)
       select gen_random_uuid(), $1, now(), now(), now() - interval '25 h' from generate_series(1, $2)`,
    [userId, SESSION_COUNT],
  );
  await server.sql(
    `insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
       select lpad(n::text, 12, '0'), 'parent', user_id, id, true, now() - interval '31 days', now() - interval '31 days'
         from auth.sessions, generate_series(1, $2) n where user_id = $1 and not_after is null`,
    [userId, SESSION_COUNT],
  );
}

async function ended(server: TestServer) {
  const [row] = await server.sql<{ sessions: number; tokens: number }>(
    `select (select count(*)::integer from auth.sessions where not_after is not null) as sessions,
            (select count(*)::integer from auth.refresh_tokens where parent = 'parent') as tokens`,
  );
  return row;
}
