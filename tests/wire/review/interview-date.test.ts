import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { makeApplication, makeMember, type Member } from './member.ts';

let server: TestServer;
let reviewer: Member;
let reader: Member;

beforeAll(async () => {
  server = await sharedServer();
  reviewer = await makeMember(server, 'reviewer@lab.example', 'reviewer');
  reader = await makeMember(server, 'reader@lab.example', 'reader');
}, 120_000);
afterAll(() => server.stop());

interface Detail {
  readonly row: { readonly interview_at: string | null };
  readonly events: readonly { readonly kind: string }[];
}
const detailOf = (id: string) => reader.call<Detail>('review_application', { application_id: id });
const kindsOf = async (id: string) => (await detailOf(id)).events.map(({ kind }) => kind).toReversed();

describe('the date of an interview', () => {
  const AT = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const set = (id: string, at: string | null) =>
    reviewer.call<Detail['row']>('review_interview_set', { application_id: id, interview_at: at });
  const shown = async (id: string) => {
    const { interview_at: at } = (await detailOf(id)).row;
    return at && new Date(at).toISOString();
  };
  const move = async (id: string, to: string) =>
    (await reviewer.call<{ batch_id: string }>('review_many', { ids: [id], change: { status: to } }))
      .batch_id;

  test('is set and cleared, shown in lists, and added to the history once for each change', async () => {
    const id = await makeApplication(server, 'dated', { status: 'interview' });
    await set(id, AT);
    await set(id, AT);
    expect(await shown(id)).toBe(AT);
    const { rows } = await reader.call<{ rows: { id: string; interview_at: string }[] }>('review_list', {
      filter: { search: 'dated@' },
    });
    expect(rows.map((row) => [row.id, new Date(row.interview_at).toISOString()])).toEqual([[id, AT]]);
    await set(id, null);
    expect(await shown(id)).toBeNull();
    expect(await kindsOf(id)).toEqual(['interview_set', 'interview_cleared']);
  });

  test('belongs to one period: an undo restores it, and a return starts without it', async () => {
    const id = await makeApplication(server, 'stays', { status: 'interview' });
    await set(id, AT);
    const left = await move(id, 'accepted');
    expect(await shown(id)).toBeNull();
    await reviewer.call('review_undo', { batch_id: left });
    expect(await shown(id)).toBe(AT);
    await move(id, 'in_review');
    await move(id, 'interview');
    expect(await shown(id)).toBeNull();
  });

  test('is restored when the move that cleared it is undone, or the move before it', async () => {
    const id = await makeApplication(server, 'stays-twice', { status: 'interview' });
    await set(id, AT);
    const left = await move(id, 'in_review');
    const back = await move(id, 'interview');
    await set(id, new Date(Date.now() + 5 * 86_400_000).toISOString());
    await reviewer.call('review_undo', { batch_id: back });
    expect(await shown(id)).toBeNull();
    await reviewer.call('review_undo', { batch_id: left });
    expect(await shown(id)).toBe(AT);
  });

  test('is restored when several moves that cleared it are undone at once', async () => {
    const id = await makeApplication(server, 'stays-along', { status: 'interview' });
    await set(id, AT);
    const left = await move(id, 'in_review');
    const [{ version }] = (await server.sql(
      'select version::integer from public.applications where id = $1',
      [id],
    )) as [{ version: number }];
    const along = await reviewer.call<{ batch_id: string }>('review_move_along', {
      application_id: id,
      seen_version: version,
      path: ['interview', 'accepted'],
    });
    await reviewer.call('review_undo', { batch_id: along.batch_id });
    await reviewer.call('review_undo', { batch_id: left });
    expect(await shown(id)).toBe(AT);
  });

  test('stays the same when a change of the assignee is undone', async () => {
    const id = await makeApplication(server, 'stays-assigned', { status: 'interview' });
    const change = { assignee: reviewer.id };
    const { batch_id } = await reviewer.call<{ batch_id: string }>('review_many', { ids: [id], change });
    await set(id, AT);
    await reviewer.call('review_undo', { batch_id });
    expect(await shown(id)).toBe(AT);
  });

  test('is refused in another status and beyond a year', async () => {
    const id = await makeApplication(server, 'early');
    expect(
      await reviewer.refusal('review_interview_set', { application_id: id, interview_at: AT }),
    ).toMatchObject({
      code: 'PT422',
      message: 'Only an application in the status interview has a date for it.',
    });
    for (const interview_at of ['2001-01-01', '2101-01-01', 'infinity'])
      expect(
        await reviewer.refusal('review_interview_set', { application_id: id, interview_at }),
      ).toMatchObject({ code: '22023', message: 'An interview is at most a year away.' });
  });
});
