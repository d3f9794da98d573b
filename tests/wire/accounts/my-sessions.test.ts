import { bearerOf } from '../../../server/tests/harness/auth/second-factor.ts';
import { authClient, signedInClient } from '../../../server/tests/harness/auth/clients.ts';
import { dataClient } from '../../harness/applicant.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';

describe('my_sessions and end_my_session', () => {
  test('lists the caller’s sessions only, and marks the current one', async ({ server }) => {
    await signedInClient(server);
    const { client, user, password } = await signedInClient(server);
    await authClient(server).signInWithPassword({ email: user.email!, password });
    const { data: rows, error } = await dataClient(server, await bearerOf(client)).rpc('my_sessions');
    expect(error).toBeNull();
    expect(rows).toHaveLength(2);
    expect(rows.filter((row: { is_current: boolean }) => row.is_current)).toHaveLength(1);
    expect(rows[0]).toMatchObject({ aal: 'aal1', user_agent: expect.any(String) });
  });

  test('ends another session at once, but not one of another user', async ({ server }) => {
    const otherUser = await signedInClient(server);
    const { client, user, password } = await signedInClient(server);
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email: user.email!, password });
    const api = dataClient(server, await bearerOf(client));
    const [other] = (await api.rpc('my_sessions')).data.filter(
      (row: { is_current: boolean }) => !row.is_current,
    );
    const otherUsers = await dataClient(server, await bearerOf(otherUser.client)).rpc('end_my_session', {
      session_id: other.id,
    });
    expect(otherUsers.data).toBe(false);
    expect((await api.rpc('end_my_session', { session_id: other.id })).data).toBe(true);
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('is closed to sessions that have ended', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    const api = dataClient(server, await bearerOf(client));
    await server.sql`delete from auth.sessions where user_id = ${user.id}`;
    expect((await api.rpc('my_sessions')).data).toEqual([]);
    const ended = await api.rpc('end_my_session', { session_id: crypto.randomUUID() });
    expect(ended.error?.code).toBe('42501');
  });
});
