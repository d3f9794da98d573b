import { useNow } from '../../parts/now.ts';
import { EditConflict } from '../../parts/EditConflict.tsx';
import { sayWhen } from '../../parts/time.tsx';
import { fill, useWords } from '../../words.tsx';

/** One's own score as it is there now: the detail of the database's refusal. */
export interface GivenElsewhere {
  readonly score: number | null;
  /** Null when the score was taken back. */
  readonly at: string | null;
}

interface Props {
  /** The criterion as people call it. */
  label: string;
  given: GivenElsewhere;
  wanted: number | null;
  onKeep: () => void;
  onRate: () => void;
}

/** One gave another score in another window since this one was loaded. */
export default function RatingConflict({ label, given, wanted, onKeep, onRate }: Props) {
  const { application } = useWords();
  const now = useNow();
  const said = (score: number | null) =>
    score === null ? application.noScore : fill(application.score, { score });
  return (
    <EditConflict
      theirs={fill(application.theirScore, {
        criterion: label,
        score: said(given.score),
        when: given.at ? `, ${sayWhen(given.at, now)}` : '',
      })}
      yours={fill(application.yourScore, { score: said(wanted) })}
      anyway={fill(application.scoreAnyway, { score: said(wanted) })}
      onAnyway={onRate}
      onKeep={onKeep}
    />
  );
}
