import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import type { Me } from '../../kernel/data/shapes/people.ts';

/** One reviewer's score. `mark` is set if it changed after the others' were visible. */
export interface Score<Value> {
  readonly reviewer: string;
  readonly email: string;
  readonly value: Value;
  readonly mark: Mark<Value> | null;
}

/** The first score, or null if none was given before the others' were visible. */
export interface Mark<Value> {
  readonly first: Value | null;
}

/** One scored item with the own score, and others' if visible. */
export interface Scored<Value> {
  readonly mine: Score<Value> | null;
  readonly others: readonly Score<Value>[];
}

export type ScoredCriterion = ReturnType<typeof readScorecard>['criteria'][number];

type Card = ApplicationDetail['scorecards'][number];

/** Null for what stands as it was first given, or while the scorecard was never complete. */
function markOf<Value>(card: Card | undefined, key: string, value: Value): Mark<Value> | null {
  if (!card?.revealed_at) return null;
  const first = card.first_scores[key];
  if (first === value) return null;
  return { first: typeof first === typeof value ? (first as Value) : null };
}

function apart<Value>(scores: readonly Score<Value>[], myId: string): Scored<Value> {
  return {
    mine: scores.find(({ reviewer }) => reviewer === myId) ?? null,
    others: scores.filter(({ reviewer }) => reviewer !== myId),
  };
}

/** An application's scores as one reviewer may see them. */
export function readScorecard(
  { criteria, ratings, scorecards, sees_others: seesOthers }: ApplicationDetail,
  myId: string,
) {
  const cardOf = (id: string) => scorecards.find(({ reviewer }) => reviewer === id);
  const scored = criteria.map(({ key, label, anchors, is_retired: isRetired }) => {
    const scores = ratings
      .filter(({ criterion }) => criterion === key)
      .map(({ reviewer, email, score }) => ({
        ...{ reviewer, email, value: score },
        mark: markOf(cardOf(reviewer), key, score),
      }));
    return { key, label, anchors, isRetired, ...apart(scores, myId) };
  });
  const overalls = scorecards.flatMap((card) =>
    card.overall === null
      ? []
      : [
          {
            ...{ reviewer: card.reviewer, email: card.email, value: card.overall },
            mark: markOf(card, 'overall', card.overall),
          },
        ],
  );
  const overall = apart(overalls, myId);
  const active = scored.filter(({ isRetired }) => !isRetired);
  return {
    criteria: scored,
    overall,
    /** The number of own scores out of `needed`, the overall answer included. */
    doneCount: active.filter(({ mine }) => mine).length + (overall.mine ? 1 : 0),
    needed: active.length + 1,
    seesOthers,
  };
}

type Reviewer = Pick<Me, 'user_id' | 'email'>;

/** Returns the application with the own score saved. Null removes it. */
export function withScore(
  detail: ApplicationDetail,
  { user_id: reviewer, email }: Reviewer,
  criterion: string,
  score: number | null,
): ApplicationDetail {
  const others = detail.ratings.filter(
    (rating) => rating.reviewer !== reviewer || rating.criterion !== criterion,
  );
  return {
    ...detail,
    ratings: score === null ? others : [...others, { reviewer, email, criterion, score }],
  };
}

/** The same of yes or no. */
export function withOverall(
  detail: ApplicationDetail,
  { user_id: reviewer, email }: Reviewer,
  overall: boolean | null,
): ApplicationDetail {
  const mine = detail.scorecards.find((card) => card.reviewer === reviewer) ?? {
    ...{ reviewer, email, revealed_at: null, first_scores: {} },
  };
  const others = detail.scorecards.filter((card) => card.reviewer !== reviewer);
  return { ...detail, scorecards: [...others, { ...mine, overall }] };
}
