import type { Sort } from '../../../route/filter.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { Choice } from '../../kernel/controls/Choice.tsx';
import { useHidesOthers } from '../../kernel/data/queries.ts';

const sortNames = {
  due: 'Longest waiting first',
  '-due': 'Shortest waiting first',
  '-created': 'Newest first',
  created: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-rating': 'Best rated first',
  rating: 'Lowest rated first',
  '-changed': 'Last moved first',
  changed: 'Longest unmoved first',
} as const;

/** The order. Sorting by due date includes the filter for waiting applications. */
export function Order({ control: { view, go } }: { control: ViewControl }) {
  const hidesOthers = useHidesOthers();
  const choose = (key: string) => {
    const sort = key.replace(/^-/, '') as Sort;
    const descending = key.startsWith('-');
    const { due = 'waiting' } = view.filter;
    go({ sort, descending, ...(sort === 'due' && { filter: { ...view.filter, due } }), after: null });
  };
  return (
    <Choice
      label="Order"
      value={`${view.descending ? '-' : ''}${view.sort}`}
      onChange={({ target }) => choose(target.value)}
    >
      {Object.entries(sortNames)
        .filter(([key]) => !(hidesOthers && key.endsWith('rating')))
        .map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
    </Choice>
  );
}
