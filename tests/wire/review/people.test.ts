import { Client } from 'pg';
import { eventually } from '../../../server/tests/harness/servers/processes.ts';
import { adminClient } from '../../../server/tests/harness/auth/clients.ts';
import { makeMember, signIn, type Member } from '../../harness/member.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

test('the last owner cannot be removed, by any caller', async ({ owner }) => {
  const refused = {
    status: 422,
    code: 'PT422',
    message: 'The last owner stays. Make someone else an owner first.',
  };
  expect(await owner.refusal('review_remove_member', { user_id: owner.id })).toMatchObject(refused);
  expect(await owner.refusal('review_set_access', { user_id: owner.id, access: 'reader' })).toMatchObject(
    refused,
  );
});

test('keeps one of two owners who demote each other at the same time', async ({ server, owner }) => {
  const other = await makeMember(server, 'other@lab.example', 'owner');
  const blocker = new Client(server.databaseUrl);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from public.user_roles order by user_id for update');
  const demotions = [
    owner.refusal('review_set_access', { user_id: other.id, access: 'reader' }),
    other.refusal('review_set_access', { user_id: owner.id, access: 'reader' }),
  ];
  await eventually(async () => {
    const waiting = await server.sql(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return waiting.length >= 2;
  });
  await blocker.query('commit');
  await blocker.end();
  const answers = await Promise.all(demotions);
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  const owners = await server.sql(`select user_id from public.user_roles where access = 'owner'`);
  expect(owners).toHaveLength(1);
  await server.sql(`update public.user_roles set access = 'owner' where user_id = $1`, [owner.id]);
});

test('a removed member loses access at once, with all sessions', async ({ server, owner }) => {
  const leaver = await makeMember(server, 'leaver@lab.example', 'reviewer');
  expect(await leaver.call('review_list')).toMatchObject({ rows: [] });
  await owner.call('review_remove_member', { user_id: leaver.id });
  expect(await leaver.refusal('review_list')).toMatchObject({ status: 403, code: '42501' });
  const { error } = await leaver.auth.refreshSession();
  expect(error).not.toBeNull();
});

test('a reviewer changes no other member’s access', async ({ server, owner }) => {
  const reviewer = await makeMember(server, 'reviewer@lab.example', 'reviewer');
  expect(
    await reviewer.refusal('review_set_access', { user_id: reviewer.id, access: 'owner' }),
  ).toMatchObject({ status: 403 });
  expect(await reviewer.refusal('review_remove_member', { user_id: owner.id })).toMatchObject({
    status: 403,
  });
  expect(await reviewer.refusal('review_require_second_factor', { required: true })).toMatchObject({
    status: 403,
  });
});

describe('a second factor for all members', () => {
  test('cannot be required by a member who has none', async ({ owner }) => {
    expect(await owner.refusal('review_require_second_factor', { required: true })).toMatchObject({
      status: 422,
    });
  });

  test('once required keeps out members without one, with a reason', async ({ server }) => {
    const plain = await makeMember(server, 'plain@lab.example', 'reviewer');
    await server.sql('update public.review_settings set second_factor_required = true');
    expect(await plain.refusal('review_list')).toMatchObject({ status: 403, code: '42501' });
    expect(await plain.call('review_me')).toMatchObject({
      access: null,
      second_factor_required: true,
      has_second_factor: false,
    });
    await server.sql('update public.review_settings set second_factor_required = false');
    expect(await plain.call('review_list')).toMatchObject({ rows: [] });
  });
});

describe('an invitation', () => {
  test('mails a link and grants the access that it states', async ({ server }) => {
    const { password } = await server.addAdmin('inviter@lab.example');
    const inviter = await signIn(server, 'inviter@lab.example', password);
    const token = await tokenOf(server, inviter, password);
    const response = await invite(server, inviter, token, { email: 'new@lab.example', access: 'reader' });
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    const mails = await server.mails();
    expect(mails.find(({ to }) => to?.some(({ address }) => address === 'new@lab.example'))).toBeDefined();
    const people = await inviter.call<{ email: string; access: string; invited: boolean }[]>('review_people');
    expect(people.find(({ email }) => email === 'new@lab.example')).toMatchObject({
      access: 'reader',
      invited: true,
    });
  });

  test('with a name sets it for a new member, and keeps the name of an existing one', async ({
    server,
    owner,
  }) => {
    const token = await tokenNow(owner);
    const called = async (email: string, name: string) => {
      expect((await invite(server, owner, token, { email, access: 'reader', name })).status).toBe(200);
      const people = await owner.call<{ email: string; name: string }[]>('review_people');
      return people.find((person) => person.email === email)?.name;
    };
    expect(await called('named@lab.example', '  Juniper Sample ')).toBe('Juniper Sample');
    expect(await called('named@lab.example', 'Another Sample')).toBe('Juniper Sample');
    expect(await called('unseen@lab.example', 'Juniper\u200bSample')).toBe('unseen');
    const wrong = { email: 'list@lab.example', access: 'reader', name: ['Sample'] };
    expect((await invite(server, owner, token, wrong)).status).toBe(400);
  });

  test('is refused to all but owners, and without an address', async ({ server }) => {
    const { password } = await server.addAdmin('almost@lab.example');
    const almost = await signIn(server, 'almost@lab.example', password);
    const token = await tokenOf(server, almost, password);
    expect((await invite(server, almost, token, { email: 'no', access: 'reader' })).status).toBe(400);
    expect((await invite(server, almost, token, { email: 'a@b.example', access: 'king' })).status).toBe(400);
    await server.sql(`update public.user_roles set access = 'reviewer' where user_id = $1`, [almost.id]);
    expect((await invite(server, almost, token, { email: 'x@lab.example', access: 'owner' })).status).toBe(
      403,
    );
    expect((await invite(server, almost, 'forged', { email: 'x@lab.example', access: 'owner' })).status).toBe(
      403,
    );
    expect(
      (await invite(server, almost, server.publishableKey, { email: 'x@lab.example', access: 'owner' }))
        .status,
    ).toBe(403);
  });

  test('of a member with different access reports the difference, and changes nothing', async ({
    server,
    owner,
  }) => {
    const known = await makeMember(server, 'known@lab.example', 'reviewer');
    const token = await tokenNow(owner);
    const response = await invite(server, owner, token, { email: 'Known@lab.example', access: 'owner' });
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        error: 'This person is in the lab already, as reviewer. Change their access in the list of people.',
      },
    ]);
    expect(await known.call('review_me')).toMatchObject({ access: 'reviewer' });
    expect(
      (await invite(server, owner, token, { email: 'known@lab.example', access: 'reviewer' })).status,
    ).toBe(200);
  });

  test('by two owners at once grants one access, and the second one gets a conflict', async ({
    server,
    owner,
  }) => {
    const token = await tokenNow(owner);
    for (const round of [1, 2, 3]) {
      const email = `twice-${round}@lab.example`;
      const answers = await Promise.all(
        ['owner', 'reader'].map((access) => invite(server, owner, token, { email, access })),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([409, 502]).toContain(statuses[1]);
    }
  });

  test('is refused with the token of a session that has ended', async ({ server }) => {
    const { password } = await server.addAdmin('gone@lab.example');
    const gone = await signIn(server, 'gone@lab.example', password);
    const token = await tokenNow(gone);
    await gone.auth.signOut();
    const response = await invite(server, gone, token, { email: 'x@lab.example', access: 'reader' });
    expect([response.status, await response.json()]).toEqual([
      403,
      { error: 'Only an owner invites people.' },
    ]);
  });
});

describe('the token of a session that has ended', () => {
  test('reads nothing of a banned person, whose sessions stay ended after the ban', async ({ server }) => {
    const member = await makeMember(server, 'banned@lab.example', 'reviewer');
    const { admin } = adminClient(server);
    await admin.updateUserById(member.id, { ban_duration: '1h' });
    expect((await member.data.from('user_roles').select('role')).data).toEqual([]);
    expect(await member.refusal('review_me')).toMatchObject({ message: 'This session has ended.' });
    await admin.updateUserById(member.id, { ban_duration: 'none' });
    expect((await member.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });

  test('returns nothing about its user', async ({ server }) => {
    const member = await makeMember(server, 'ended@lab.example', 'reviewer');
    const roles = () => member.data.from('user_roles').select('role');
    expect((await roles()).data).toEqual([{ role: 'admin' }]);
    expect(await member.call('review_me')).toMatchObject({ access: 'reviewer' });
    await member.auth.signOut({ scope: 'local' });
    expect((await roles()).data).toEqual([]);
    expect(await member.refusal('review_me')).toMatchObject({
      status: 403,
      code: '42501',
      message: 'This session has ended.',
    });
  });
});

const invite = (server: TestServer, who: Member, token: string, body: object) =>
  postJson(server, '/functions/v1/invite-admin', body, { authorization: `Bearer ${token}` });

const tokenNow = async ({ auth }: Member) => (await auth.getSession()).data.session!.access_token;

const tokenOf = async (server: TestServer, { email }: Member, password: string) => {
  const again = await signIn(server, email, password);
  return (await again.auth.getSession()).data.session!.access_token;
};
