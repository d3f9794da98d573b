import type { Sort } from '../../../route/filter.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { Choice } from '../../kernel/controls/Choice.tsx';
import { useHidesOthers } from '../../kernel/data/queries.ts';
import { useWords } from '../../kernel/words.tsx';

/** The order. Sorting by due date includes the filter for waiting applications. */
export function Order({ control: { view, go } }: { control: ViewControl }) {
  const { filters } = useWords();
  const hidesOthers = useHidesOthers();
  const choose = (key: string) => {
    const sort = key.replace(/^-/, '') as Sort;
    const descending = key.startsWith('-');
    const { due = 'waiting' } = view.filter;
    go({ sort, descending, ...(sort === 'due' && { filter: { ...view.filter, due } }), after: null });
  };
  return (
    <Choice
      label={filters.sort}
      value={`${view.descending ? '-' : ''}${view.sort}`}
      onChange={({ target }) => choose(target.value)}
    >
      {Object.entries(filters.sorts)
        .filter(([key]) => !(hidesOthers && key.endsWith('rating')))
        .map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
    </Choice>
  );
}
