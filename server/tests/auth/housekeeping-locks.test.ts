import { onTestFinished } from 'vitest';
import { holdRows } from '../harness/databases/held-rows.ts';
import { startServer } from '../harness/servers/server.ts';
import { signedInClient } from '../harness/auth/clients.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting();
let userId: string;

test.beforeAll(async ({ server }) => {
  userId = (await signedInClient(server)).user.id;
});

// Two that wait for each other's rows would end in a deadlock, which a sign-out might lose.
test('cleanup waits for no session or token that another copy or a sign-out has locked', async ({
  server,
}) => {
  await plant(server);
  await holdRows(server, 'select from auth.sessions where not_after is not null limit 1 for update');
  await holdRows(server, 'select from auth.refresh_tokens where revoked limit 1 for update');
  // A copy tidies up when it starts.
  const copy = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  onTestFinished(() => copy.stop());
  await expect.poll(() => left(server)).toEqual({ sessions: 1, tokens: 1 });
});

const SESSION_COUNT = 150;

/** Ended sessions, and old tokens of the one that lives. */
async function plant(server: TestServer): Promise<void> {
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

async function left(server: TestServer) {
  const [row] = await server.sql<{ sessions: number; tokens: number }>(
    `select (select count(*)::integer from auth.sessions where not_after is not null) as sessions,
            (select count(*)::integer from auth.refresh_tokens where revoked) as tokens`,
  );
  return row;
}
