import { makeMember } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test.for<[what: string, change: (server: TestServer, id: string) => Promise<unknown>, standing: string]>([
  ['an admin', async () => {}, 'admin'],
  ['an ended session', ({ sql }, id) => sql`delete from auth.sessions where user_id = ${id}`, 'ended'],
  [
    'a banned person',
    ({ sql }, id) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
    'denied',
  ],
  ['one whose account is gone', ({ sql }, id) => sql`delete from auth.users where id = ${id}`, 'denied'],
  [
    'a missing second factor',
    ({ sql }, id) => sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), ${id}, 'totp', 'verified', 'x', now(), now())`,
    'unproven',
  ],
])('my_standing reports %s', async ([what, change, standing], { server }) => {
  const person = await makeMember(server, `${what.replaceAll(' ', '-')}@example.org`, 'owner');
  await change(server, person.id);
  expect(await person.call('my_standing')).toBe(standing);
});

test('my_standing reports a removed person, although their sessions ended at the same time', async ({
  server,
  owner,
}) => {
  const removed = await makeMember(server, 'removed@example.org', 'owner');
  await owner.call('review_remove_member', { user_id: removed.id });
  expect(await server.sql`select 1 from auth.sessions where user_id = ${removed.id}`).toEqual([]);
  expect(await removed.call('my_standing')).toBe('denied');
});
