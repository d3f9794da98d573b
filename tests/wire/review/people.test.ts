import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { adminClient } from '@solostead/server-testkit/auth/clients';
import { makeMember } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

test('the last owner cannot be removed, by any caller', async ({ owner }) => {
  const refused = refusedWith('last_owner', 'The lab needs an owner. Make someone else an owner first.');
  expect(await owner.refusal('review_member_remove', { user_id: owner.id })).toMatchObject(refused);
  expect(
    await owner.refusal('review_member_access_set', { user_id: owner.id, access: 'reader' }),
  ).toMatchObject(refused);
});

test('keeps one of two owners who demote each other at the same time', async ({ server, owner }) => {
  const other = await makeMember(server, 'other@lab.example', 'owner');
  const blocker = await holdRows(server, 'select from public.user_roles order by user_id for update');
  const demotions = [
    owner.refusal('review_member_access_set', { user_id: other.id, access: 'reader' }),
    other.refusal('review_member_access_set', { user_id: owner.id, access: 'reader' }),
  ];
  await lockWaits(server, 2);
  await blocker.query('commit');
  const answers = await Promise.all(demotions);
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  const owners = await server.sql(`select user_id from public.user_roles where access = 'owner'`);
  expect(owners).toHaveLength(1);
  await server.sql`update public.user_roles set access = 'owner' where user_id = ${owner.id}`;
});

test('a removed member loses access at once, with all sessions', async ({ server, owner }) => {
  const leaver = await makeMember(server, 'leaver@lab.example', 'reviewer');
  expect(await leaver.call('review_list')).toMatchObject({ rows: [] });
  await owner.call('review_member_remove', { user_id: leaver.id });
  expect(await leaver.refusal('review_list')).toMatchObject(refusedWith('not_a_member'));
  const { error } = await leaver.auth.refreshSession();
  expect(error).not.toBeNull();
});

describe('a second factor for all members', () => {
  test('cannot be required by a member who has none', async ({ owner }) => {
    expect(await owner.refusal('review_second_factor_require', { required: true })).toMatchObject(
      refusedWith('own_second_factor_missing'),
    );
    expect(await owner.refusal('review_second_factor_require', { required: null })).toMatchObject(
      refusedWith('invalid_value', 'State if a second factor is required, true or false.'),
    );
  });

  test('once required keeps out members without one, with a reason', async ({ server }) => {
    const plain = await makeMember(server, 'plain@lab.example', 'reviewer');
    await server.sql('update public.review_settings set second_factor_required = true');
    expect(await plain.refusal('review_list')).toMatchObject(refusedWith('not_a_member'));
    expect(await plain.call('my_account')).toMatchObject({
      access: null,
      second_factor_required: true,
      has_second_factor: false,
    });
    await server.sql('update public.review_settings set second_factor_required = false');
    expect(await plain.call('review_list')).toMatchObject({ rows: [] });
  });
});

describe('the token of a session that has ended', () => {
  test('reads nothing of a banned person, whose sessions stay ended after the ban', async ({ server }) => {
    const member = await makeMember(server, 'banned@lab.example', 'reviewer');
    const { admin } = adminClient(server);
    await admin.updateUserById(member.id, { ban_duration: '1h' });
    expect((await member.data.from('user_roles').select('role')).data).toEqual([]);
    expect(await member.refusal('my_account')).toMatchObject({
      message: 'This session has ended. Sign in again.',
    });
    await admin.updateUserById(member.id, { ban_duration: 'none' });
    expect((await member.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });
});

// The last, because it makes an application.
test('a member is removed while a change writes notices of them', async ({ server, owner, id }) => {
  const leaver = await makeMember(server, 'leaving@lab.example', 'reviewer');
  const another = await makeMember(server, 'staying@lab.example', 'reviewer');
  const notice = `select private.save_notice($1, 'mention', $2)`;
  await server.sql(notice, [leaver.id, id]);
  const change = await holdRows(server, notice, [leaver.id, id]);
  const removal = owner.refusal('review_member_remove', { user_id: leaver.id });
  await lockWaits(server);
  await change.query(notice, [another.id, id]);
  await change.query('commit');
  expect(await removal).toBeNull();
});
