import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../harness/servers/processes.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { send } from './scenario.ts';
import { signedInClient } from './sign-in-methods/clients.ts';

const EARLIER_TOKENS = 5_000;
let server: TestServer;

beforeAll(async () => {
  // Its own: what PostgreSQL counts is read.
  server = await startServer();
});
afterAll(() => server.stop());

interface Counted {
  readonly read: number;
  readonly revoked: number;
  readonly in_place: number;
}

async function counted(): Promise<Counted> {
  const [row] = await server.sql<Counted>(
    `select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as read, n_tup_upd::integer as revoked,
            n_tup_hot_upd::integer as in_place
       from pg_stat_user_tables where relid = 'auth.refresh_tokens'::regclass`,
  );
  return row!;
}

test('a refresh reads a few tokens however many its session has had, and revokes in place', async () => {
  const { client, user } = await signedInClient(server);
  let { refresh_token } = (await client.getSession()).data.session!;
  const refresh = async () => {
    const { status, body } = await send(server, {
      path: '/token?grant_type=refresh_token',
      body: { refresh_token },
    });
    expect(status).toBe(200);
    refresh_token = body['refresh_token'];
  };
  await server.sql(
    `insert into auth.refresh_tokens (id, token, parent, user_id, session_id, revoked, created_at, updated_at)
       select -n, lpad(n::text, 12, '0'), 'parent', t.user_id, t.session_id, true, now(), now()
         from auth.refresh_tokens t, generate_series(1, $2) n where t.user_id = $1::uuid::text`,
    [user.id, EARLIER_TOKENS],
  );
  const before = await counted();
  let after = before;
  // PostgreSQL tells once a second at most.
  await eventually(async () => {
    await refresh();
    after = await counted();
    return after.revoked - before.revoked >= 5;
  });
  const refreshes = after.revoked - before.revoked;
  expect((after.read - before.read) / refreshes).toBeLessThan(20);
  expect(after.in_place - before.in_place).toBeGreaterThan(refreshes / 2);
});
