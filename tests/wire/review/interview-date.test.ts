import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

describe('the date of an interview', () => {
  const AT = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const set = (reviewer: Member, id: string, at: string | null) =>
    reviewer.call('review_interview_set', { application_id: id, interview_at: at });
  const shown = async (reader: Member, id: string) => {
    const { interview_at: at } = (await reader.open(id)).row;
    return at && new Date(at).toISOString();
  };
  const move = async (reviewer: Member, id: string, to: string) =>
    (await reviewer.many([id], { status: to })).batch_id;

  test('is set and cleared, in lists and once in the history', async ({ server, reviewer, reader }) => {
    const id = await makeApplication(server, 'dated', { status: 'interview' });
    await set(reviewer, id, AT);
    await set(reviewer, id, AT);
    expect(await shown(reader, id)).toBe(AT);
    const filter = { search: 'dated@' };
    const { rows } = await reader.call<{ rows: { interview_at: string }[] }>('review_list', { filter });
    expect(rows.map((row) => new Date(row.interview_at).toISOString())).toEqual([AT]);
    await set(reviewer, id, null);
    expect(await shown(reader, id)).toBeNull();
    expect(await reader.history(id)).toEqual(['interview_set', 'interview_cleared']);
  });

  test('is restored by undoing the moves since, not by a return', async ({ server, reviewer, reader }) => {
    const id = await makeApplication(server, 'stays', { status: 'interview' });
    await set(reviewer, id, AT);
    const left = await move(reviewer, id, 'in_review');
    const back = await move(reviewer, id, 'interview');
    expect(await shown(reader, id)).toBeNull();
    await set(reviewer, id, new Date(Date.now() + 5 * 86_400_000).toISOString());
    await reviewer.undo(back);
    expect(await shown(reader, id)).toBeNull();
    await reviewer.undo(left);
    expect(await shown(reader, id)).toBe(AT);
    await set(reviewer, id, null);
    await reviewer.undo(await move(reviewer, id, 'in_review'));
    expect(await shown(reader, id)).toBeNull();
  });

  test('is refused in another status and beyond a year', async ({ id, reviewer }) => {
    expect(
      await reviewer.refusal('review_interview_set', { application_id: id, interview_at: AT }),
    ).toMatchObject(
      refusedWith('not_in_interview', 'Only an application in the status interview has a date for it.'),
    );
    for (const interview_at of ['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z'])
      expect(
        await reviewer.refusal('review_interview_set', { application_id: id, interview_at }),
      ).toMatchObject(refusedWith('invalid_time', 'An interview is at most one year away.'));
  });
});
