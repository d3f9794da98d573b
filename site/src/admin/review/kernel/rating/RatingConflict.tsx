import type { GivenScore } from '../data/shapes/change.ts';
import { EditConflict } from '../conflicts/EditConflict.tsx';
import { sayWhen, useNow } from '../format/time.tsx';
import { fill, words } from '../words.ts';

interface Props {
  /** The criterion as people call it. */
  label: string;
  given: GivenScore;
  wanted: number | null;
  onKeep: () => void;
  onRate: () => void;
}

/** One gave another score in another window since this one was loaded. */
export default function RatingConflict({ label, given, wanted, onKeep, onRate }: Props) {
  const now = useNow();
  const said = (score: number | null) => (score === null ? 'no score' : `${score} of 5`);
  return (
    <EditConflict
      theirs={fill(words.theirScore, {
        criterion: label,
        score: said(given.score),
        when: given.at ? `, ${sayWhen(given.at, now)}` : '',
      })}
      yours={`Here you chose ${said(wanted)}.`}
      anyway={`Take ${said(wanted)} all the same`}
      onAnyway={onRate}
      onKeep={onKeep}
    />
  );
}
