import type { Member } from '../../harness/member.ts';
import { setHiding } from '../../harness/opinions.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import type { Opened } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

describe('while others’ scores are hidden', () => {
  test('a complete scorecard reveals them, no part of it', async ({ id, owner, reviewer }) => {
    await scoreAll(owner, id, 5);
    await owner.addNote(id, 'Strong');
    for (const criterion of criteria)
      expect(await rate(reviewer, id, criterion, 1)).toEqual({ rating: null });
    const before = await reviewer.open(id);
    expect(before).toMatchObject({ sees_others: false, notes: [], row: { rating: 0 } });
    expect(scoresOf(before, owner)).toEqual({});
    expect(cardOf(before, owner)).toBeUndefined();
    expect(before.events.map(({ actor_email: email }) => email)).not.toContain(owner.email);

    expect(await say(reviewer, id, false)).toEqual({ sees_others: true });
    const after = await reviewer.open(id);
    expect(after).toMatchObject({ sees_others: true, notes: [{ body: 'Strong' }], row: { rating: 3 } });
    expect(scoresOf(after, owner)).toEqual({ craft: 5, product: 5, agents: 5, drive: 5 });
    expect(cardOf(after, owner)).toMatchObject({ overall: true });
    expect(after.events.map(({ actor_email: email }) => email)).toContain(owner.email);
  });

  test('the overall answer does not reveal them before all criteria do', async ({ id, owner, reviewer }) => {
    await scoreAll(owner, id, 4);
    expect(await say(reviewer, id, true)).toEqual({ sees_others: false });
    for (const criterion of criteria.slice(1)) await rate(reviewer, id, criterion, 2);
    expect(await rate(reviewer, id, 'craft', 2)).toEqual({ rating: 3 });
  });

  test('a change after seeing them keeps first scores, despite removals', async ({ id, owner, reviewer }) => {
    await scoreAll(owner, id, 5);
    await scoreAll(reviewer, id, 2);
    await rate(reviewer, id, 'craft', null);
    await say(reviewer, id, null);
    expect(await reviewer.open(id)).toMatchObject({ sees_others: true });
    await rate(reviewer, id, 'craft', 4);
    await say(reviewer, id, true);
    for (const who of [reviewer, owner]) {
      const seen = await who.open(id);
      expect(scoresOf(seen, reviewer)).toMatchObject({ craft: 4, product: 2 });
      expect(cardOf(seen, reviewer)).toMatchObject({
        overall: true,
        first_scores: { craft: 2, product: 2, agents: 2, drive: 2, overall: false },
      });
    }
  });

  test('a change before seeing them keeps no first score', async ({ id, reviewer }) => {
    await rate(reviewer, id, 'craft', 1);
    await scoreAll(reviewer, id, 3);
    expect(cardOf(await reviewer.open(id), reviewer)?.first_scores).toMatchObject({ craft: 3 });
  });

  test('only its author can edit a note', async ({ id, owner, reviewer }) => {
    await scoreAll(owner, id, 5);
    const theirs = await reviewer.addNote(id, 'Mine');
    const edit = { note_id: theirs.id, seen_version: 1, body: 'Theirs', mentions: [] };
    expect(await owner.refusal('review_note_edit', edit)).toMatchObject(
      refusedWith('not_yours', "While others' scores are hidden, only the author can edit a note."),
    );
  });

  test('a removed note is restored by who sees it or wrote it', async ({ id, owner, reviewer }) => {
    await scoreAll(reviewer, id, 4);
    const [theirs, mine] = await Promise.all([reviewer, owner].map((who) => who.addNote(id, 'Words')));
    await reviewer.call('review_note_remove', { note_id: theirs!.id });
    await owner.call('review_note_remove', { note_id: mine!.id });
    expect(await owner.refusal('review_note_restore', { note_id: theirs!.id })).toMatchObject(
      refusedWith('not_found'),
    );
    await owner.call('review_note_restore', { note_id: mine!.id });
    await reviewer.call('review_note_restore', { note_id: theirs!.id });
    // There again, and still nothing to who does not see it: neither to read nor to remove.
    expect(await owner.refusal('review_note_restore', { note_id: theirs!.id })).toMatchObject(
      refusedWith('not_found'),
    );
    await owner.call('review_note_remove', { note_id: theirs!.id });
    expect((await reviewer.open(id)).notes.map((note) => note.id).toSorted()).toEqual(
      [theirs!.id, mine!.id].toSorted(),
    );
  });

  test('mails a correction to an assignee with scores', async ({ server, id, owner, reviewer, reader }) => {
    await reviewer.call('review_assign', { application_id: id, seen_version: 1, assignee: reviewer.id });
    await scoreAll(owner, id, 5);
    const correct = () =>
      server.sql`select private.record_correction(a, jsonb_populate_record(a, '{"sectors": "New"}'))
           from public.applications a where a.id = ${id}`;
    const mailed = () =>
      server.sql`select from private.messages where application_id = ${id} and topic = 'corrected'`;
    await correct();
    expect(await mailed()).toHaveLength(0);
    await rate(reviewer, id, 'craft', 1);
    await correct();
    expect(await mailed()).toHaveLength(1);
    // To one who has not scored, that mail would tell that the assignee has.
    expect(await reader.open(id)).toMatchObject({ mails: [] });
  });

  test('after a download of all data, later scores are not first ones', async ({ id, owner, reviewer }) => {
    await scoreAll(reviewer, id, 5);
    await rate(owner, id, 'craft', 2);
    await owner.call('review_person_data', { application_id: id });
    await scoreAll(owner, id, 4);
    expect(cardOf(await reviewer.open(id), owner)).toMatchObject({ first_scores: { craft: 2 } });
    expect(cardOf(await reviewer.open(id), owner)?.first_scores).toEqual({ craft: 2 });
  });
});

test('the first complete scorecard is always kept', async ({ server, id, owner, reviewer, reader }) => {
  await setHiding(server, false);
  await rate(owner, id, 'craft', 5);
  expect(await reader.open(id)).toMatchObject({ sees_others: true, ratings: [{ score: 5 }] });
  await scoreAll(reviewer, id, 2);
  await rate(reviewer, id, 'craft', 4);
  await setHiding(server, true);
  const seen = await reviewer.open(id);
  expect(cardOf(seen, reviewer)?.first_scores).toMatchObject({ craft: 2 });
  expect(await owner.open(id)).toMatchObject({ sees_others: false });
});

test('each kind of history is classified as revealing opinions or not', async ({ server }) => {
  const kinds = await server.sql<{ kind: string; judges: boolean }>`
    select kind[1] as kind, private.is_opinion(kind[1]) as judges
       from pg_constraint c
      cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as kind
      where c.conname = 'application_events_kind_check' order by 1`;
  const judging = kinds.filter(({ judges }) => judges).map(({ kind }) => kind);
  expect(judging).toEqual(['note_added', 'note_edited', 'note_removed', 'rated']);
  // A new kind is looked at here.
  expect(kinds).toHaveLength(23);
});

const criteria = ['craft', 'product', 'agents', 'drive'];

const rate = (who: Member, id: string, criterion: string, score: number | null) =>
  who.call<{ rating: number | null }>('review_rate', { application_id: id, criterion, score });
const say = (who: Member, id: string, overall: boolean | null) =>
  who.call<{ sees_others: boolean }>('review_rate_overall', { application_id: id, overall });
const scoreAll = async (who: Member, id: string, score: number) => {
  for (const criterion of criteria) await rate(who, id, criterion, score);
  return say(who, id, score > 2);
};
const scoresOf = ({ ratings }: Opened, { email }: Member) =>
  Object.fromEntries(ratings.filter((one) => one.email === email).map((one) => [one.criterion, one.score]));
const cardOf = ({ scorecards }: Opened, who: Member) => scorecards.find(({ email }) => email === who.email);
