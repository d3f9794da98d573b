import { useId, useState, type RefObject } from 'react';
import { Button } from '#ui/Button.tsx';
import { phrase } from '../../kernel/words.ts';
import { Others, formatMark, scores } from './Others.tsx';
import styles from './Rating.module.css';
import type { ScoredCriterion } from './scorecard.ts';

interface Props {
  /** Takes the lowest score, for the command that leads here. */
  firstRef?: RefObject<HTMLInputElement | null> | undefined;
  criterion: ScoredCriterion;
  isOpen: boolean;
  onRate: (score: number | null) => void;
}

/** One criterion with five named steps, the own score first, others below. */
export function Criterion({ firstRef, criterion, isOpen, onRate }: Props) {
  const { label, anchors, mine, others, isRetired } = criterion;
  const group = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const named = pointed ?? mine?.value ?? null;
  const mark = mine?.mark && formatMark(mine.mark);
  return (
    <fieldset className={`stack items-center min-w-0 unframed ${styles['criterion']}`} disabled={!isOpen}>
      <legend>
        <span>{label}</span>
        {isRetired && <small className="small"> no longer asked</small>}
      </legend>
      <div className={styles['steps']} onPointerLeave={() => setPointed(null)}>
        {scores.map((score) => (
          <label
            key={score}
            className={`stack framed relative tabular-nums text-xs ${styles['step']}`}
            onPointerEnter={() => setPointed(score)}
          >
            <input
              ref={score === 1 ? firstRef : undefined}
              type="radio"
              name={group}
              aria-label={phrase`${label}: ${score} of 5, ${anchors[score - 1] ?? ''}`}
              checked={mine?.value === score}
              onChange={() => onRate(score)}
              onFocus={() => setPointed(score)}
              onBlur={() => setPointed(null)}
            />
            <span aria-hidden="true">{score}</span>
          </label>
        ))}
      </div>
      <p className={`stack items-center text-xs ${styles['anchor']}`}>
        <span aria-hidden="true">{named !== null && anchors[named - 1]}</span>
        {mark && <em className="text-ink-soft">{mark}</em>}
        {mine && isOpen && (
          <Button look="text" aria-label={phrase`Clear ${label}`} onClick={() => onRate(null)}>
            Clear
          </Button>
        )}
      </p>
      <Others mine={mine} others={others} />
    </fieldset>
  );
}
