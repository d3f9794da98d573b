import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

describe('moving along several arrows', () => {
  test('is one batch in history, move by move, and one undo reverts it', async ({ server, id, reviewer }) => {
    const { batch_id, row } = await reviewer.moveAlong(id, ['in_review', 'interview']);
    expect(row).toMatchObject({ status: 'interview', version: 3 });
    const batches = await server.sql`
      select change, changed::int from private.review_batches where id = ${batch_id}`;
    expect(batches).toEqual([{ change: { status: 'interview' }, changed: 1 }]);
    const moved = await server.sql`select detail, batch_id from public.application_events
        where application_id = ${id} and kind = 'moved' order by id`;
    expect(moved).toEqual([
      { detail: { from: 'submitted', to: 'in_review' }, batch_id },
      { detail: { from: 'in_review', to: 'interview' }, batch_id },
    ]);
    const logged = await server.column`
      select batch_id from public.access_log where application_id = ${id} and kind = 'moved'`;
    expect(logged).toEqual([batch_id, batch_id]);
    expect(await reviewer.undo(batch_id)).toMatchObject({ restored: 1, skipped: 0 });
    expect((await reviewer.open(id)).row.status).toBe('submitted');
  });

  test.for([
    [
      'an arrow that does not exist',
      ['in_review', 'accepted'],
      422,
      'cannot move from in_review to accepted',
    ],
    ['a status that does not exist', ['hired'], 422, 'cannot move from submitted to hired'],
    ['no path', [], 400, 'A path has 1 to 4 statuses.'],
    ['a path without end', Array(5).fill('in_review'), 400, 'A path has 1 to 4 statuses.'],
  ] as const)('refuses %s, moving nothing', async ([which, path, status, message], { server, reviewer }) => {
    const id = await makeApplication(server, `along-${which.replaceAll(' ', '-')}`);
    const refusal = await reviewer.refusal('review_move', {
      application_id: id,
      seen_version: 1,
      path,
    });
    expect(refusal).toMatchObject({ status, message: expect.stringContaining(message) });
    const rows = await server.sql`select status, version::int from public.applications where id = ${id}`;
    expect(rows).toEqual([{ status: 'submitted', version: 1 }]);
  });
});

describe('a prefetch', () => {
  const kindsOf = (server: TestServer, id: string, who: Member) =>
    server.column<string>`select kind from public.access_log
      where application_id = ${id} and actor = ${who.id} order by id`;

  test('returns the same as opening, with separate entries for both', async ({ server, owner, reader }) => {
    const [one, other] = [
      await makeApplication(server, 'ahead-one'),
      await makeApplication(server, 'ahead-other'),
    ];
    const ahead = await reader.call<{ application: object; evidence: object }[]>(
      'review_application_prefetch',
      {
        application_ids: [one, crypto.randomUUID(), other],
      },
    );
    expect(await kindsOf(server, one, reader)).toEqual(['prefetched']);
    expect(ahead).toEqual([
      {
        application: await owner.open(one),
        evidence: await owner.call('review_evidence', { application_id: one }),
        others: await owner.call('review_same_person', { application_id: one }),
      },
      expect.objectContaining({ application: expect.anything() }),
    ]);
    await reader.call('review_application_prefetch', { application_ids: [one] });
    await reader.open(one);
    await reader.call('review_application_prefetch', { application_ids: [one] });
    expect(await kindsOf(server, one, reader)).toEqual(['prefetched', 'opened']);
    expect(await kindsOf(server, other, reader)).toEqual(['prefetched']);
  });

  test('returns at most five', async ({ reader }) => {
    const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
    expect(await reader.refusal('review_application_prefetch', { application_ids: ids })).toMatchObject({
      status: 400,
    });
    expect(await reader.call('review_application_prefetch', { application_ids: [] })).toEqual([]);
  });
});
