import { useView } from '../../../route/use-view.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useHidesOthers } from '../../kernel/data/queries.ts';

/** The place of applications whose rating is hidden in an order by ratings. Without it they would look unrated. */
export function HiddenRatings() {
  const { sort, descending } = useView().view;
  const { mayReview } = useMe();
  const hidesOthers = useHidesOthers();
  if (sort !== 'rating' || !hidesOthers) return null;
  const rule = mayReview
    ? 'A rating shows once your own scores are complete.'
    : 'A rating shows only to those who have scored.';
  return (
    <p className="small py-2">{`${rule} Applications without one come ${descending ? 'last' : 'first'}.`}</p>
  );
}
