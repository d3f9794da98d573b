import { bearerOf } from '@solostead/server-testkit/auth/second-factor';
import { signedInClient, signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { dataClient } from '../../harness/applicant.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('my_sessions lists the caller’s own, and my_session_end ends one', async ({ server }) => {
  const otherUser = await signedInClient(server);
  const person = await signedInClient(server);
  const elsewhere = await signInElsewhere(server, person);
  const api = dataClient(server, await bearerOf(person.client));
  const { data: rows } = await api.rpc('my_sessions');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ aal: 'aal1', user_agent: expect.any(String) });
  const [other, ...more] = rows.filter((row: { is_current: boolean }) => !row.is_current);
  expect(more).toEqual([]);
  const session = { session_id: other.id };
  const otherUsers = dataClient(server, await bearerOf(otherUser.client));
  expect((await otherUsers.rpc('my_session_end', session)).data).toBe(false);
  expect((await api.rpc('my_session_end', session)).data).toBe(true);
  expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('my_sessions and my_session_end are closed to sessions that have ended', async ({ server }) => {
  const { client, user } = await signedInClient(server);
  const api = dataClient(server, await bearerOf(client));
  await server.sql`delete from auth.sessions where user_id = ${user.id}`;
  expect((await api.rpc('my_sessions')).data).toEqual([]);
  const ended = await api.rpc('my_session_end', { session_id: crypto.randomUUID() });
  expect(ended.error?.code).toBe('session_ended');
});
