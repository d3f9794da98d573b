import { authClient } from '../../../server/tests/harness/auth/clients.ts';
import { dataClient } from '../../harness/applicant.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

describe('my_standing', () => {
  test('reports an admin, and an ended session', async ({ server }) => {
    const { id, standing } = await admin(server);
    expect(await standing()).toBe('admin');
    await server.sql`delete from auth.sessions where user_id = ${id}`;
    expect(await standing()).toBe('ended');
  });

  test('reports a removed person, although their sessions ended at the same time', async ({ server }) => {
    const owner = await admin(server);
    const removed = await admin(server);
    const { error } = await owner.api.rpc('review_remove_member', { user_id: removed.id });
    expect(error).toBeNull();
    expect(await server.sql`select 1 from auth.sessions where user_id = ${removed.id}`).toEqual([]);
    expect(await removed.standing()).toBe('denied');
  });

  test('reports a banned person and one whose account is gone', async ({ server }) => {
    const [banned, deleted] = [await admin(server), await admin(server)];
    await server.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`;
    expect(await banned.standing()).toBe('denied');
    await server.sql`delete from auth.users where id = ${deleted.id}`;
    expect(await deleted.standing()).toBe('denied');
  });

  test('reports a missing second factor', async ({ server }) => {
    const { id, standing } = await admin(server);
    await server.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), ${id}, 'totp', 'verified', 'x', now(), now())`;
    expect(await standing()).toBe('unproven');
  });
});

let count = 0;

/** An admin who has signed in, and what the database says of them by that token. */
async function admin(server: TestServer) {
  const email = `standing-${(count += 1)}@example.org`;
  const { password } = await server.addAdmin(email);
  const client = authClient(server);
  const { data } = await client.signInWithPassword({ email, password });
  const api = dataClient(server, data.session!.access_token);
  const standing = async (): Promise<unknown> => (await api.rpc('my_standing')).data;
  return { id: data.user!.id, client, api, standing };
}
