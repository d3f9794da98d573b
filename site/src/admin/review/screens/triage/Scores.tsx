import { useState } from 'react';
import { Criterion } from '../../shared/rating/Criterion.tsx';
import { describeHidden, ScoreConflict } from '../../shared/rating/Ratings.tsx';
import { Overall } from '../../shared/rating/Overall.tsx';
import { useScorecard } from '../../shared/rating/use-scorecard.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { phrase } from '../../kernel/words.ts';
import styles from './Triage.module.css';

type Card = ReturnType<typeof useScorecard>;

/** The marked criterion, or the overall answer after the last one. A score moves the mark to the next one. */
function useMark(card: Card) {
  const active = card.criteria.filter(({ isRetired }) => !isRetired);
  const firstOpen = active.findIndex(({ mine }) => mine === null);
  const [chosen, choose] = useState<number | null>(null);
  const place = chosen ?? (firstOpen === -1 ? active.length : firstOpen);
  const rate = (at: number, score: number | null) => {
    const criterion = active[at];
    if (!criterion) return;
    void card.setScore(criterion.key, score, () => choose(at));
    choose(score === null ? at : at + 1);
  };
  /** `next` is undefined for the overall answer. */
  return { active, place, next: active[place], hasChosen: chosen !== null, rate, choose };
}

/** The own scorecard. A digit chooses from the marked line. */
export function Scores({ detail }: { detail: ApplicationDetail }) {
  const card = useScorecard(detail);
  const mark = useMark(card);
  const { active, place, next, hasChosen, rate } = mark;
  useScoreCommands(card, mark);
  return (
    <div className={'stack content-start gap-2'} role="group" aria-label="Rating">
      {active.map((criterion, at) => (
        <div key={criterion.key} className={styles['criterion']} data-next={at === place || undefined}>
          <Criterion criterion={criterion} isOpen onRate={(score) => rate(at, score)} />
          {at === place && <Steps anchors={criterion.anchors} />}
        </div>
      ))}
      <div className={styles['criterion']} data-next={place >= active.length || undefined}>
        <Overall overall={card.overall} onAnswer={(answer) => void card.setOverall(answer)} />
        {!next && <Steps anchors={['Yes', 'No']} />}
      </div>
      <p className="visually-hidden" role="status">
        {next && hasChosen && phrase`Next: ${next.label}`}
      </p>
      {!card.seesOthers && <p className="small">{describeHidden(card)}</p>}
      <ScoreConflict card={card} />
    </div>
  );
}

/** The meaning of each digit for the next criterion. */
function Steps({ anchors }: { anchors: readonly string[] }) {
  return (
    <ol className={`cluster gap-x-3 text-xs ${styles['steps']}`} aria-hidden="true">
      {anchors.map((anchor, place) => (
        <li key={anchor}>
          <b className="font-semibold">{place + 1}</b> <span>{anchor}</span>
        </li>
      ))}
    </ol>
  );
}

/** The command of the digit that scores what is marked. */
export function scoreCommand<Does>(score: 1 | 2 | 3 | 4 | 5, does: Does) {
  const command = { id: `score.${score}`, group: 'triage', level: 'screen', keys: [String(score)] } as const;
  return { ...command, ...does };
}

/** A digit chooses from what is marked, first the criteria, then the overall answer. */
function useScoreCommands(card: Card, { next, place, rate, choose }: ReturnType<typeof useMark>): void {
  const criterion = next?.label ?? 'Overall';
  const anchors = next?.anchors ?? ['Yes', 'No'];
  useCommands([
    ...([1, 2, 3, 4, 5] as const).map((score) =>
      scoreCommand(score, {
        label: phrase`${criterion}: ${score}, ${anchors[score - 1] ?? ''}`,
        whyNot:
          score > anchors.length
            ? 'Overall takes 1 for yes and 2 for no. Backspace goes back to the criteria.'
            : null,
        run: () => (next ? rate(place, score) : void card.setOverall(score === 1)),
      }),
    ),
    {
      id: 'triage.score-back',
      whyNot: place > 0 ? null : 'This is the first criterion.',
      run: () => choose(place - 1),
    },
  ]);
}
