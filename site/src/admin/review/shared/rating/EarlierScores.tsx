import type { ApplicationDetail } from '../../kernel/data/shapes/application.ts';
import { usePeople } from '../../kernel/people/use-people.ts';
import styles from './Rating.module.css';

/** The scores of rounds that ended, in a fold, because they do not count for the present one. */
export function EarlierScores({ detail }: { detail: ApplicationDetail }) {
  const { nameOf } = usePeople();
  const { earlier_scorecards: cards, criteria } = detail;
  if (cards.length === 0) return null;
  const labelOf = (key: string) =>
    key === 'overall' ? 'Overall' : (criteria.find((criterion) => criterion.key === key)?.label ?? key);
  const valueOf = (value: number | boolean) =>
    typeof value === 'number' ? String(value) : value ? 'Yes' : 'No';
  return (
    <details className={`touch ${styles['earlier']}`}>
      <summary className="small">{`Scores of the earlier application (${cards.length})`}</summary>
      <ul className="stack gap-2 text-sm">
        {cards.map(({ round, reviewer, email, scores }) => (
          <li key={`${round} ${reviewer}`} className="wrap-anywhere">
            {`${nameOf(reviewer, email)}: ${Object.entries(scores)
              .map(([key, value]) => `${labelOf(key)} ${valueOf(value)}`)
              .join(', ')}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
