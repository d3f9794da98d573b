import { makeMember } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, test as base } from '../../harness/fixtures.ts';

const test = base.extend('phoned', { scope: 'file' }, ({ server }) =>
  makeMember(server, 'caller@lab.example', 'reviewer'),
);
// The owner's account is made before, while everyone has an address.
test.beforeAll(
  ({ server, owner: _owner, phoned }) =>
    server.sql`update auth.users set email = null, phone = '4915012345678' where id = ${phoned.id}`,
);

test('a member with a telephone number instead of an address is called by it', async ({ owner, phoned }) => {
  const people = await owner.call<{ user_id: string }[]>('review_members');
  expect(people.find(({ user_id }) => user_id === phoned.id)).toMatchObject(called);
  expect(await phoned.call('my_account')).toMatchObject({ ...called, access: 'reviewer' });
});

test('the member’s actions and opinions are included', async ({ server, id, owner, phoned }) => {
  await showOpinions(server);
  await phoned.call('review_rate', { application_id: id, criterion: 'craft', score: 3 });
  await phoned.call('review_rate_overall', { application_id: id, overall: true });
  expect(await owner.open(id)).toMatchObject({
    ratings: [{ reviewer: phoned.id, email: called.email }],
    scorecards: [{ reviewer: phoned.id, email: called.email }],
  });
  const noted = await server.sql`
    select actor_email from public.application_events where actor = ${phoned.id}`;
  expect(noted[0]).toEqual({ actor_email: called.email });
});

test('the number is erased with the account', async ({ server, phoned }) => {
  await server.sql`update public.user_roles set access = 'owner' where user_id = ${phoned.id}`;
  const events = () => server.sql`select from public.application_events where actor_email = ${called.email}`;
  expect((await events()).length).toBeGreaterThan(0);
  await server.sql`select private.erase_account(${phoned.id})`;
  expect(await events()).toEqual([]);
});

test('an account with neither has no name', async ({ server }) => {
  const nameless = await makeMember(server, 'nameless@lab.example', 'reader');
  await server.sql`update auth.users set email = null where id = ${nameless.id}`;
  expect(await nameless.call('my_account')).toMatchObject({ name: '', email: '' });
});

const called = { name: '+4915012345678', email: '+4915012345678' };
