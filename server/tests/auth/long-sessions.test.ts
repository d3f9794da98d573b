import { afterAll } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { refresh } from '@solostead/server-testkit/auth/scenario';
import { signedInClient } from '@solostead/server-testkit/auth/clients';
import { expect, type TestServer, testStarting } from '@solostead/server-testkit/fixtures';

// Its own server, because a refused token ends no session here and can be refused again.
const config = writeConfig('[auth]\nenable_refresh_token_rotation = false');
const test = testStarting({ env: config.env });
afterAll(async () => {
  config.remove();
});

test('a refresh reads few tokens however many there were, and revokes in place', async ({ server }) => {
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

test('a refresh that waited for the lock of its session uses the session’s new state', async ({ server }) => {
  const ended = await signedIn(server);
  const gone = await whileHeld(
    server,
    ended,
    () => refresh(server, ended.token),
    'delete from auth.sessions where user_id = $1',
  );
  expect(gone).toMatchObject({ status: 400, body: { error_code: 'session_not_found' } });

  const revoked = await signedIn(server);
  const spent = `update auth.refresh_tokens set revoked = true, updated_at = now() where user_id = $1::uuid::text`;
  const used = await whileHeld(server, revoked, () => refresh(server, revoked.token), spent);
  expect(used).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
});

test('a refresh that cannot be written keeps token and connection usable', async ({ server }) => {
  const session = await signedIn(server);
  await server.sql(`alter table auth.refresh_tokens add constraint full_up check (parent is null) not valid`);
  try {
    // More of them than there are connections.
    const refused = await Promise.all(Array.from({ length: 40 }, () => refresh(server, session.token)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([500]));
  } finally {
    await server.sql('alter table auth.refresh_tokens drop constraint full_up');
  }
  const sessions = await server.sql(`select refreshed_at from auth.sessions where user_id = $1`, [
    session.user.id,
  ]);
  expect(sessions).toEqual([{ refreshed_at: null }]);
  // The server's own work is between two statements for a moment. PostgreSQL ends an idle transaction after 30 s.
  const open = () => server.sql(`select 1 from pg_stat_activity where state like 'idle in transaction%'`);
  await expect.poll(open, { timeout: 15_000 }).toEqual([]);
  expect(await refresh(server, session.token)).toMatchObject({ status: 200 });
});

// The last test, because its tokens take the next ids.
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
    for (; after.requested - before.requested < 20; calls += 1) {
      await call();
      after = await counted(server);
    }
    return (after.read - before.read) / calls < 20;
  });

interface Counted {
  readonly requested: number;
  readonly read: number;
  readonly revoked: number;
  readonly in_place: number;
}

async function counted(server: TestServer): Promise<Counted> {
  // Reads of this connection count before the measurement, not during it.
  await server.sql('select pg_stat_force_next_flush()');
  const [row] = await server.sql<Counted>(
    `select idx_scan::integer as requested, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as read,
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

/** Runs `work` while another program holds a user's session, and then does to it what `text` says. */
async function whileHeld<Answer>(
  server: TestServer,
  { user }: { readonly user: { readonly id: string } },
  work: () => Promise<Answer>,
  text: string,
): Promise<Answer> {
  const other = await holdRows(server, 'select from auth.sessions where user_id = $1 for update', [user.id]);
  const answer = work();
  await lockWaits(server);
  await other.query(text, [user.id]);
  await other.query('commit');
  return answer;
}
