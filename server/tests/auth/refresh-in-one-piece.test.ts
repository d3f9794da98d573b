import type { Session } from '@supabase/auth-js';
import { holdRows, lockWaits } from '../harness/databases/held-rows.ts';
import { refresh } from '../harness/auth/scenario.ts';
import { signedInClient } from '../harness/auth/clients.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting().extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

test('a refresh that waited for the lock of its session uses the session’s new state', async ({ desk }) => {
  const ended = await desk.newSession();
  const gone = await desk.whileHeld(
    ended,
    () => desk.refresh(ended),
    'delete from auth.sessions where user_id = $1',
  );
  expect(gone).toMatchObject({ status: 400, body: { error_code: 'session_not_found' } });

  const revoked = await desk.newSession();
  const spent = `update auth.refresh_tokens set revoked = true, updated_at = now() where user_id = $1::uuid::text`;
  const used = await desk.whileHeld(revoked, () => desk.refresh(revoked), spent);
  expect(used).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
});

test('a refresh that cannot be written keeps the token valid and its connection usable', async ({
  server,
  desk,
}) => {
  const session = await desk.newSession();
  await server.sql(`alter table auth.refresh_tokens add constraint full_up check (parent is null) not valid`);
  try {
    // More of them than there are connections.
    const refused = await Promise.all(Array.from({ length: 40 }, () => desk.refresh(session)));
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
  expect(await desk.refresh(session)).toMatchObject({ status: 200 });
});

function openDesk(server: TestServer) {
  async function newSession(): Promise<Session> {
    const { client } = await signedInClient(server);
    return (await client.getSession()).data.session!;
  }
  /** Runs `work` while another program holds a user's session, and then does to it what `text` says. */
  async function whileHeld<Answer>(
    { user }: Session,
    work: () => Promise<Answer>,
    text: string,
  ): Promise<Answer> {
    const session = 'select from auth.sessions where user_id = $1 for update';
    const other = await holdRows(server, session, [user.id]);
    const answer = work();
    await lockWaits(server);
    await other.query(text, [user.id]);
    await other.query('commit');
    return answer;
  }
  return { newSession, whileHeld, refresh: (session: Session) => refresh(server, session.refresh_token) };
}
