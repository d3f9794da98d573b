import { afterAll } from 'vitest';
import { writeConfig } from '../harness/servers/config.ts';
import { eventually } from '../harness/servers/processes.ts';
import { refresh } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

// A refused token ends no session, so that it can be refused again.
const config = writeConfig('[auth]\nenable_refresh_token_rotation = false');
const test = testStarting({ env: config.env });
afterAll(async () => {
  config.remove();
});

test('a refresh reads a few tokens however many its session has had, and revokes in place', async ({
  server,
}) => {
  const signed = await signedIn(server);
  let { token } = signed;
  await putTokens(server, signed.user.id, -1);
  await expectFewReads(server, async () => {
    const { status, body } = await refresh(server, token);
    expect(status).toBe(200);
    token = body['refresh_token'];
  });
  const { revoked, in_place } = await counted(server);
  expect(in_place).toBeGreaterThan(revoked / 2);
});

test('an old token is refused, however many tokens followed it', async ({ server }) => {
  const { user, token } = await signedIn(server);
  await putTokens(server, user.id, 1);
  await server.sql(
    `update auth.refresh_tokens set revoked = token = $2, updated_at = now() - interval '1 h'
       where user_id = $1 and (token = $2 or id = (select max(id) from auth.refresh_tokens where user_id = $1))`,
    [user.id, token],
  );
  await expectFewReads(server, async () => {
    const { status, body } = await refresh(server, token);
    expect([status, body['error_code']]).toEqual([400, 'refresh_token_already_used']);
  });
});

const OTHER_TOKENS = 5_000;

/**
 * Repeats a call until PostgreSQL has reported what some of them read, which it does at most once a second. Repeats
 * this when the server's own housekeeping may have read as well.
 */
const expectFewReads = (server: TestServer, call: () => Promise<void>) =>
  eventually(async () => {
    const before = await counted(server);
    let after = before;
    let calls = 0;
    for (; after.asked - before.asked < 20; calls += 1) {
      await call();
      after = await counted(server);
    }
    return (after.read - before.read) / calls < 20;
  });

interface Counted {
  readonly asked: number;
  readonly read: number;
  readonly revoked: number;
  readonly in_place: number;
}

async function counted(server: TestServer): Promise<Counted> {
  // Reads of our own connection count before the measurement, not during it.
  await server.sql('select pg_stat_force_next_flush()');
  const [row] = await server.sql<Counted>(
    `select idx_scan::integer as asked, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as read,
            n_tup_upd::integer as revoked, n_tup_hot_upd::integer as in_place
       from pg_stat_user_tables where relid = 'auth.refresh_tokens'::regclass`,
  );
  return row!;
}

/** Puts revoked tokens before (-1) or behind (1) the one that a user has. */
const putTokens = (server: TestServer, userId: string, side: 1 | -1) =>
  server.sql(
    `insert into auth.refresh_tokens (id, token, parent, user_id, session_id, revoked, created_at, updated_at)
       select t.id + n * $3, left(md5($3 || '/' || n), 12), 'parent', t.user_id, t.session_id, true, now(), now()
         from auth.refresh_tokens t, generate_series(1, $2) n where t.user_id = $1::uuid::text`,
    [userId, OTHER_TOKENS, side],
  );

async function signedIn(server: TestServer) {
  const { client, user } = await signedInClient(server);
  return { user, token: (await client.getSession()).data.session!.refresh_token };
}
