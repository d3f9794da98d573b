import { useQuery } from '@tanstack/react-query';
import type { View } from '../../../route/view.ts';
import { useLastLoaded } from '../../kernel/data/connection.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import type { Page, Row } from '../../kernel/data/shapes/row.ts';
import { useShownRows } from '../../moves/moving.tsx';

const noRows: readonly Row[] = [];

export interface ListedRows {
  /** The rows with the moves made here applied. */
  readonly rows: readonly Row[];
  /** The last loaded row, moved away or not, which is where the next page begins. */
  readonly lastLoaded: Row | undefined;
  readonly hasMore: boolean;
  readonly isStale: boolean;
  /** The rows that were asked for do not come. */
  readonly hasFailed: boolean;
}

/** Returns the rows of the list's page, none on other screens, those of the last page while `isStale`. */
export function useListedRows({ screen, filter, sort, descending, after }: View): ListedRows {
  const isListed = screen === 'list';
  const page = useQuery({ ...listQuery(filter, sort, descending, after), enabled: isListed });
  const { data, isOther } = useLastLoaded<Page>(page);
  const shown = isListed ? data : undefined;
  const rows = useShownRows(shown?.rows ?? noRows, filter);
  return {
    rows,
    lastLoaded: shown?.rows.at(-1),
    hasMore: shown?.more ?? false,
    isStale: isOther,
    hasFailed: page.isError,
  };
}
