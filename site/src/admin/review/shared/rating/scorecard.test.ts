import { describe, expect, it } from 'vitest';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { readScorecard, withOverall, withScore } from './scorecard.ts';

const criterion = (key: string, isRetired = false) => ({
  ...{ key, label: key, anchors: [], is_retired: isRetired },
});
const rating = (reviewer: string, key: string, score: number) => ({
  ...{ reviewer, email: `${reviewer}@lab.example`, criterion: key, score },
});
const card = (reviewer: string, part: Partial<ApplicationDetail['scorecards'][number]>) => ({
  ...{ reviewer, email: `${reviewer}@lab.example`, overall: null, revealed_at: null, first_scores: {} },
  ...part,
});
const detail = (part: Partial<ApplicationDetail>) =>
  ({
    criteria: [criterion('craft'), criterion('taste'), criterion('former', true)],
    ratings: [],
    scorecards: [],
    sees_others: true,
    ...part,
  }) as unknown as ApplicationDetail;
const me = { user_id: 'ada', email: 'ada@lab.example' };

describe('reading a scorecard', () => {
  it('separates the member’s own scores from the others, and counts the ones still missing', () => {
    const ratings = [rating('ada', 'craft', 4), rating('bo', 'craft', 2), rating('ada', 'former', 1)];
    const read = readScorecard(detail({ ratings, scorecards: [card('ada', { overall: false })] }), 'ada');
    const [craft, taste] = read.criteria;
    expect([craft?.mine?.value, craft?.others.map(({ value }) => value)]).toEqual([4, [2]]);
    expect(taste).toMatchObject({ mine: null, others: [] });
    expect(read.overall.mine?.value).toBe(false);
    expect([read.doneCount, read.needed]).toEqual([2, 3]);
  });

  it.each([
    ['no mark before the card was complete', { first_scores: { craft: 5 } }, null],
    ['no mark on a score that never changed', { revealed_at: 'then', first_scores: { craft: 4 } }, null],
    [
      'the first score of one that changed',
      { revealed_at: 'then', first_scores: { craft: 5 } },
      { first: 5 },
    ],
    ['a mark without a score on one given later', { revealed_at: 'then', first_scores: {} }, { first: null }],
  ])('puts %s', (_what, part, mark) => {
    const read = readScorecard(
      detail({ ratings: [rating('bo', 'craft', 4)], scorecards: [card('bo', part)] }),
      'ada',
    );
    expect(read.criteria[0]?.others[0]?.mark).toEqual(mark);
  });
});

describe('changing the member’s own scores', () => {
  const ratings = [rating('ada', 'craft', 4), rating('bo', 'craft', 2)];

  it('replaces one score and no other', () => {
    const changed = withScore(detail({ ratings }), me, 'craft', 5);
    expect(changed.ratings).toEqual([rating('bo', 'craft', 2), rating('ada', 'craft', 5)]);
  });

  it('removes one score', () => {
    expect(withScore(detail({ ratings }), me, 'craft', null).ratings).toEqual([rating('bo', 'craft', 2)]);
  });

  it('keeps the first scores when the overall answer changes', () => {
    const saved = { revealed_at: 'then', first_scores: { overall: true } };
    const before = detail({ scorecards: [card('bo', {}), card('ada', saved)] });
    expect(withOverall(before, me, false).scorecards).toEqual([
      card('bo', {}),
      card('ada', { ...saved, overall: false }),
    ]);
  });
});
