import { Suspense, useState } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { Criterion } from '../../kernel/rating/Criterion.tsx';
import { Overall } from '../../kernel/rating/Overall.tsx';
import { useScorecard } from '../../kernel/rating/use-scorecard.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { fill, useWords } from '../../kernel/words.tsx';
import styles from './Triage.module.css';

const RatingConflict = lazyScreen(() => import('../../kernel/rating/RatingConflict.tsx'));

const scores = [1, 2, 3, 4, 5] as const;

/** The own scorecard. A digit scores the marked criterion, and the mark moves to the next one. */
export function Scores({ detail }: { detail: ApplicationDetail }) {
  const { triage, application } = useWords();
  const card = useScorecard(detail);
  const asked = card.criteria.filter(({ isRetired }) => !isRetired);
  const firstOpen = asked.findIndex(({ mine }) => mine === null);
  const [chosen, choose] = useState<number | null>(null);
  const place = chosen ?? (firstOpen === -1 ? asked.length : firstOpen);
  const next = asked[place];
  const rate = (at: number, score: number | null) => {
    const criterion = asked[at];
    if (!criterion) return;
    void card.setScore(criterion.key, score);
    choose(score === null ? at : at + 1);
  };
  useScoreCommands({
    card,
    next,
    place,
    onRate: (score) => rate(place, score),
    onBack: () => choose(place - 1),
  });
  return (
    <div className={styles['scores']} role="group" aria-label={application.rating}>
      {asked.map((criterion, at) => (
        <div key={criterion.key} className={styles['criterion']} data-next={at === place || undefined}>
          <Criterion criterion={criterion} isOpen={card.mayScore} onRate={(score) => rate(at, score)} />
          {at === place && card.mayScore && <Steps anchors={criterion.anchors} />}
        </div>
      ))}
      <div className={styles['criterion']} data-next={place >= asked.length || undefined}>
        <Overall
          overall={card.overall}
          isOpen={card.mayScore}
          onSay={(answer) => void card.setOverall(answer)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {next && card.mayScore && chosen !== null && fill(triage.next, { criterion: next.label })}
      </p>
      <Hidden card={card} />
      {card.conflict && (
        <Suspense>
          <RatingConflict
            key={card.conflict.wish.criterion}
            label={asked.find(({ key }) => key === card.conflict?.wish.criterion)?.label ?? ''}
            given={card.conflict.given}
            wanted={card.conflict.wish.score}
            onKeep={card.keep}
            onRate={() =>
              card.conflict && void card.rate({ ...card.conflict.wish, seen: card.conflict.given.score })
            }
          />
        </Suspense>
      )}
    </div>
  );
}

/** Why others' scores are not shown, while they are not. */
function Hidden({ card }: { card: ReturnType<typeof useScorecard> }) {
  const { scorecard } = useWords();
  if (card.seesOthers) return null;
  const { mayScore, given, needed } = card;
  return (
    <p className={styles['quiet']}>
      {mayScore ? fill(scorecard.hidden, { given, needed }) : scorecard.hiddenToReaders}
    </p>
  );
}

/** The meaning of each digit for the next criterion. */
function Steps({ anchors }: { anchors: readonly string[] }) {
  return (
    <ol className={styles['steps']} aria-hidden="true">
      {anchors.map((anchor, place) => (
        <li key={anchor}>
          <b>{place + 1}</b> {anchor}
        </li>
      ))}
    </ol>
  );
}

interface ScoreCommands {
  card: ReturnType<typeof useScorecard>;
  next: { readonly label: string; readonly anchors: readonly string[] } | undefined;
  place: number;
  onRate: (score: number) => void;
  onBack: () => void;
}

function useScoreCommands({ card, next, place, onRate, onBack }: ScoreCommands): void {
  const { triage, commands } = useWords();
  const { mayReview } = useMe();
  const { reader, allScored, firstCriterion } = commands.whyNot;
  const whyNot = mayReview ? null : reader;
  useCommands([
    ...(next ? scores : []).map((score) => ({
      id: `score.${score}` as const,
      group: 'triage' as const,
      level: 'screen' as const,
      keys: [String(score)],
      label: fill(triage.score, {
        ...{ criterion: next?.label ?? '', score },
        anchor: next?.anchors[score - 1] ?? '',
      }),
      whyNot,
      run: () => onRate(score),
    })),
    !next && {
      id: 'score.none',
      group: 'triage',
      level: 'screen',
      keys: scores.map(String),
      label: commands.labels['triage.score'],
      whyNot: whyNot ?? allScored,
      run: () => {},
    },
    { id: 'triage.score-back', whyNot: whyNot ?? (place > 0 ? null : firstCriterion), run: onBack },
    { id: 'triage.yes', whyNot, run: () => void card.setOverall(true) },
    { id: 'triage.no', whyNot, run: () => void card.setOverall(false) },
  ]);
}
