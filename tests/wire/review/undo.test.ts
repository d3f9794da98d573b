import { eraseNow } from '../../harness/erase.ts';
import { makeApplication, makeMember, type Member } from '../../harness/member.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base
  .extend('first', { scope: 'file' }, ({ server }) => makeMember(server, 'first@lab.example', 'reviewer'))
  .extend('second', { scope: 'file' }, ({ server }) => makeMember(server, 'second@lab.example', 'reviewer'));

// status.model.test.ts undoes moves.
describe('an undo keeps later decisions of others', () => {
  test.for<[what: string, columns: object, (one: Member, other: Member) => readonly [object, object]]>([
    ['an assignee who was set and reset', {}, (one, other) => [{ assignee: one.id }, { assignee: other.id }]],
    ['a tag that was removed and added again', {}, () => [{ add_tag: 'strong' }, { remove_tag: 'strong' }]],
  ])('about %s', async ([what, columns, changes], { server, owner, first, second }) => {
    const id = await makeApplication(server, what.replaceAll(' ', '-'), { ...columns });
    const [change, back] = changes(first, second);
    const { batch_id } = await first.many([id], change);
    await second.many([id], back);
    await owner.many([id], change);
    const decided = await columnsOf(server, id);
    const unchanged = {
      restored: 0,
      skipped: 1,
      skipped_changed: 1,
      skipped_deleted: 0,
      skipped_full: 0,
      mails_stopped: 0,
      notified: 0,
    };
    expect(await first.undo(batch_id)).toEqual(unchanged);
    expect(await columnsOf(server, id)).toEqual(decided);
  });
});

describe('an undo restores', () => {
  test('a tag, whatever happened to status, assignee and other tags', async ({ server, first, second }) => {
    const id = await makeApplication(server, 'own-tag', { tags: ['before'] });
    const { batch_id } = await first.many([id], { add_tag: 'mine' });
    await second.many([id], { status: 'in_review' });
    await second.many([id], { assignee: second.id });
    await second.many([id], { add_tag: 'theirs' });
    expect(await first.undo(batch_id)).toMatchObject({ restored: 1, skipped: 0 });
    expect(await columnsOf(server, id)).toEqual({
      status: 'in_review',
      assignee: second.id,
      tags: ['before', 'theirs'],
    });
  });

  test('unchanged applications, with a reason for the rest', async ({ server, owner, first, second }) => {
    const ids = await Promise.all(
      ['mix-free', 'mix-changed', 'mix-deleted', 'mix-full'].map((name) =>
        makeApplication(server, name, { tags: ['on', ...Array.from({ length: 19 }, (_, n) => `t${n}`)] }),
      ),
    );
    const [, changed, deleted, full] = ids as [string, string, string, string];
    const { batch_id } = await first.many(ids, { remove_tag: 'on' });
    await second.many([changed], { add_tag: 'on' });
    await eraseNow(server, owner, deleted);
    await second.many([full], { add_tag: 'other' });
    expect(await first.undo(batch_id)).toEqual({
      restored: 1,
      skipped: 3,
      skipped_changed: 1,
      skipped_deleted: 1,
      skipped_full: 1,
      mails_stopped: 0,
      notified: 0,
    });
  });
});

const columnsOf = (server: TestServer, id: string) => server.row<{
  status: string;
  assignee: string | null;
  tags: string[];
}>`
      select status, assignee, tags from public.applications where id = ${id}`;
