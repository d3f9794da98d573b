import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { View } from '#admin/route/view.ts';
import { listQuery } from '../../../kernel/data/queries.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import type { Selection } from './selection.ts';

type List = Pick<View, 'filter' | 'sort' | 'descending' | 'after'>;

/** Returns the loaded pages of a list in order, with `rows` in place of the page that is shown. */
function loadedRows(client: QueryClient, { filter, sort, descending, after }: List, rows: readonly Row[]) {
  const pageAt = (start: List['after']) =>
    client.getQueryData(listQuery(filter, sort, descending, start).queryKey);
  const shown = pageAt(after);
  const pagesFrom = (start: List['after']): NonNullable<typeof shown>[] => {
    const page = pageAt(start);
    const last = page?.rows.at(-1);
    return page ? [page, ...(page.more && last ? pagesFrom(last.cursor) : [])] : [];
  };
  const all = pagesFrom(null);
  const pages = shown && !all.includes(shown) ? pagesFrom(after) : all;
  return pages.flatMap((page) => (page === shown ? rows : page.rows));
}

/**
 * Returns a function that selects from the last ticked row to this one, over all loaded pages. Without a ticked
 * row it begins at `start`.
 */
export function useExtension(list: List, rows: readonly Row[], [, select]: Selection) {
  const client = useQueryClient();
  return (id: string, start?: string) => {
    const order = loadedRows(client, list, rows).map((row) => row.id);
    select((before) => before.extended(id, order, start));
  };
}
