import { useView } from '../../../route/use-view.ts';
import { useHidesOthers } from '../../kernel/data/queries.ts';

/** The place of applications whose rating is hidden in an order by ratings. Without it they would look unrated. */
export function HiddenRatings() {
  const { sort, descending } = useView().view;
  const hidesOthers = useHidesOthers();
  if (sort !== 'rating' || !hidesOthers) return null;
  const end = descending ? 'last' : 'first';
  return (
    <p className="small py-2">
      {`A rating shows only to those whose own scores are complete. Applications without one come ${end}.`}
    </p>
  );
}
