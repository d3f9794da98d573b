import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';
import type { TestServer } from '../../harness/servers/server.ts';

interface Loss {
  readonly server: TestServer;
  readonly owner: Member;
  readonly id: string;
}

const assigneeOf = (server: TestServer, id: string) =>
  server.value<string | null>('select assignee from public.applications where id = $1', [id]);

const losses: readonly (readonly [string, (loss: Loss) => Promise<unknown>])[] = [
  [
    'becomes a reader',
    ({ owner, id }) => owner.call('review_member_access_set', { user_id: id, access: 'reader' }),
  ],
  ['is removed', ({ owner, id }) => owner.call('review_member_remove', { user_id: id })],
  ['leaves with the account', ({ server, id }) => server.sql('select private.erase_account($1)', [id])],
  [
    'gets another role by hand',
    ({ server, id }) => server.sql`update public.user_roles set role = 'guest' where user_id = ${id}`,
  ],
];

describe('the applications of a reviewer who', () => {
  test.for(losses)('%s have none then, with history and a notice', async ([how, lose], { server, owner }) => {
    const handle = how.replaceAll(' ', '-');
    const leaver = await makeMember(server, `${handle}@lab.example`, 'reviewer');
    const other = await makeMember(server, `owner-${handle}@lab.example`, 'owner');
    const application = await makeApplication(server, handle);
    const seen = { application_id: application, seen_version: 1 };
    await owner.call('review_assign', { ...seen, assignee: leaver.id });
    const answer = await lose({ server, owner, id: leaver.id });
    if (!Array.isArray(answer)) expect(answer).toEqual({ unassigned: 1 });
    expect(await assigneeOf(server, application)).toBeNull();
    expect(await owner.history(application)).toEqual(['assigned', 'assigned']);
    const notices = await server.sql<{ user_id: string; kind: string }>(
      'select user_id, kind from private.member_notices where application_id = $1 and user_id = $2',
      [application, other.id],
    );
    expect(notices).toEqual([{ user_id: other.id, kind: 'unassigned' }]);
    await owner.call('review_member_remove', { user_id: other.id });
  });
});

const ASSIGN = 'update public.applications set assignee = $1 where id = $2';
const SCORE = `insert into public.application_ratings (reviewer, application_id, criterion, score) values ($1, $2, 'craft', 3)`;
const grown: readonly (readonly [...(typeof losses)[number], string])[] = [
  ...losses.slice(0, 3).map(([how, lose]) => [how, lose, ASSIGN] as const),
  ['leaves with the account after a score', losses[2]![1], SCORE],
];

test.for(grown)(
  'a reviewer who %s and has just got more work loses it without a deadlock',
  async ([how, lose, grow], { server, owner }) => {
    const handle = `grown-${how.replaceAll(' ', '-')}`;
    const leaver = await makeMember(server, `${handle}@lab.example`, 'reviewer');
    const early = await makeApplication(server, `${handle}-early`);
    const late = await makeApplication(server, `${handle}-late`);
    const access = await holdRows(
      server,
      'select from public.user_roles where user_id = $1 for no key update',
      [owner.id],
    );
    const loss = lose({ server, owner, id: leaver.id });
    await lockWaits(server);
    await server.sql(grow, [leaver.id, early]);
    const change = await holdRows(server, `update public.applications set tags = '{a}' where id = $1`, [
      early,
    ]);
    await access.query('commit');
    await lockWaits(server);
    await change.query(ASSIGN, [leaver.id, late]);
    await change.query('commit');
    const answer = await loss;
    if (!Array.isArray(answer)) expect(answer).toEqual({ unassigned: 2 });
    expect(await assigneeOf(server, early)).toBeNull();
    expect(await assigneeOf(server, late)).toBeNull();
  },
);

describe('a reader cannot be made an assignee', () => {
  const refused = refusedWith(
    'not_assignable',
    'Applications are assigned to reviewers and owners. This person is a reader.',
  );

  test('by a change of one application or of many', async ({ server, owner, reader }) => {
    const application = await makeApplication(server, 'one-or-many');
    const seen = { application_id: application, seen_version: 1 };
    expect(await owner.refusal('review_assign', { ...seen, assignee: reader.id })).toMatchObject(refused);
    const many = { ids: [application], change: { assignee: reader.id } };
    expect(await owner.refusal('review_change_many', many)).toMatchObject(refused);
  });

  test('by hand, because a constraint forbids it', async ({ server, reader }) => {
    const application = await makeApplication(server, 'by-hand');
    await expect(
      server.sql`update public.applications set assignee = ${reader.id} where id = ${application}`,
    ).rejects.toMatchObject({ constraint: 'applications_assignee_fkey' });
  });

  test('by an undo', async ({ server, owner }) => {
    const demoted = await makeMember(server, 'demoted@lab.example', 'reviewer');
    const application = await makeApplication(server, 'undone', { assignee: demoted.id });
    const { batch_id } = await owner.many([application], { assignee: owner.id });
    expect(await owner.call('review_member_access_set', { user_id: demoted.id, access: 'reader' })).toEqual({
      unassigned: 0,
    });
    await owner.undo(batch_id);
    expect(await assigneeOf(server, application)).toBeNull();
  });
});
