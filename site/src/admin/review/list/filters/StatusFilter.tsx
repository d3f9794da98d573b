import { applicationStatuses } from '../../../../../../supabase/functions/_shared/contract/statuses.ts';
import type { Count, Status } from '../../data/shapes/row.ts';
import { sayCount } from '../../format/number.ts';
import { StatusMark } from '../../states/StatusMark.tsx';
import { useWords } from '../../words.tsx';
import styles from './FilterBar.module.css';

interface Props {
  chosen: readonly Status[];
  /** Under all filters but this one. */
  counts: Count | undefined;
  onChange: (chosen: readonly Status[]) => void;
}

/** The pipeline in one line: how many are where, and which of them to see. */
export function StatusFilter({ chosen, counts, onChange }: Props) {
  const words = useWords();
  const toggle = (status: Status) =>
    onChange(
      chosen.includes(status)
        ? chosen.filter((other) => other !== status)
        : applicationStatuses.filter((other) => other === status || chosen.includes(other)),
    );
  return (
    <fieldset className={styles['statuses']}>
      <legend className="visually-hidden">{words.filters.status}</legend>
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChange([])}>
        {words.filters.all}
        <span className={styles['count']}>{counts ? sayCount(counts.total) : ''}</span>
      </button>
      {applicationStatuses.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          <StatusMark status={status} />
          <span className={styles['count']}>{counts ? sayCount(counts.by_status[status] ?? 0) : ''}</span>
        </button>
      ))}
    </fieldset>
  );
}
