import type { Note } from '../../harness/review-answers.ts';
import type { Member } from '../../harness/member.ts';
import { showOpinions } from '../../harness/opinions.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { conflict, refusedWith } from '../../harness/refusals.ts';

test.beforeAll(({ server }) => showOpinions(server));

test('a note of 10,000 characters is stored, and a longer one is refused', async ({ id, reviewer }) => {
  const long = { application_id: id, body: 'ä'.repeat(30_000), mentions: [] };
  expect(await reviewer.refusal('review_note_add', long)).toMatchObject(
    refusedWith('invalid_text', 'A note has at most 10,000 characters. This one has 30,000.'),
  );
  const stored = await reviewer.addNote(id, '🦦'.repeat(10_000));
  expect([...stored.body]).toHaveLength(10_000);
});

test('two people who edit a note both keep their versions', async ({ id, owner, reviewer }) => {
  const note = await reviewer.addNote(id, 'First');
  await owner.editNote({ id: note.id, version: 1 }, 'Theirs');
  const edit = { note_id: note.id, seen_version: 1, body: 'Mine', mentions: [] };
  expect(await reviewer.refusal('review_note_edit', edit)).toMatchObject(
    conflict({ body: 'Theirs', editor_email: owner.email }),
  );
  expect(await reviewer.refusal('review_note_edit', { ...edit, seen_version: null })).toMatchObject({
    status: 409,
  });
  await reviewer.editNote({ id: note.id, version: 2 }, 'Mine');
  const versions = await owner.call<Note[]>('review_note_versions', { note_id: note.id });
  expect(versions.map(({ version, body }) => [version, body])).toEqual([
    [3, 'Mine'],
    [2, 'Theirs'],
    [1, 'First'],
  ]);
});

test('a note is removed by its author or an owner', async ({ id, owner, reviewer }) => {
  const note = await owner.addNote(id, 'Owner’s');
  expect(await reviewer.refusal('review_note_remove', { note_id: note.id })).toMatchObject({ status: 403 });
  await owner.call('review_note_remove', { note_id: note.id });
});

test('a confirmation is sent again at most once a minute', async ({ id, reviewer }) => {
  expect(await reviewer.call('review_confirmation_resend', { application_id: id })).toBe(true);
  expect(await reviewer.refusal('review_confirmation_resend', { application_id: id })).toMatchObject({
    status: 429,
    code: 'too_soon',
  });
});

test('each person has their own rating, the application the mean', async ({ id, owner, reviewer }) => {
  const rate = (who: Member, criterion: string, score: number | null) =>
    who.call<{ rating: number }>('review_rate', { application_id: id, criterion, score });
  await rate(owner, 'craft', 5);
  await rate(reviewer, 'craft', 2);
  expect(await rate(reviewer, 'drive', 2)).toEqual({ rating: 3 });
  expect(await rate(reviewer, 'drive', null)).toEqual({ rating: 3.5 });
  const parameters = { application_id: id, criterion: 'craft', score: 6 };
  expect(await reviewer.refusal('review_rate', parameters)).toMatchObject({ status: 400 });
});

test('a member’s score from another window is not overwritten silently', async ({ id, owner, reviewer }) => {
  const rate = (score: number | null, seen: number | null) => ({
    application_id: id,
    criterion: 'craft',
    score,
    seen_score: seen,
  });
  await reviewer.call('review_rate', rate(4, null));
  for (const stale of [rate(5, null), rate(5, 3), rate(null, 3)])
    expect(await reviewer.refusal('review_rate', stale)).toMatchObject(
      conflict({ score: 4, at: expect.any(String) as string }),
    );
  expect(await reviewer.call('review_rate', rate(4, null)), 'the same wish is no conflict').toEqual({
    rating: 4,
  });
  expect(await reviewer.call('review_rate', rate(5, 4))).toEqual({ rating: 5 });
  expect(await owner.call('review_rate', rate(1, null)), 'others’ scores are not one’s own').toEqual({
    rating: 3,
  });
});

test('switching a tag overwrites no other change', async ({ id, owner, reviewer }) => {
  const tag = (who: Member, change: object) => who.call('review_tag', { application_id: id, change });
  await Promise.all([tag(owner, { add_tag: 'one' }), tag(reviewer, { add_tag: 'two' })]);
  await Promise.all([tag(owner, { remove_tag: 'one' }), tag(reviewer, { remove_tag: 'one' })]);
  const whole = await owner.open(id);
  expect(whole.row.tags).toEqual(['two']);
  expect(whole.events.map(({ detail }) => detail)).toHaveLength(3);
});
