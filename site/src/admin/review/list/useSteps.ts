import { useState } from 'react';
import type { Row } from '../data/shapes.ts';
import type { ViewControl } from '../view/useView.ts';

const focusRow = (id: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();

/**
 * Going through the list by keyboard. While an application is open, the next one opens in its place; else the row's
 * link gets the focus. After the last row comes the next page.
 */
export function useSteps({ view, go }: ViewControl, rows: readonly Row[], hasMore: boolean) {
  const [place, setPlace] = useState(-1);
  const openPlace = rows.findIndex(({ id }) => id === view.open);
  const current = view.open ? openPlace : Math.min(place, rows.length - 1);

  const step = (to: number) => {
    const row = rows[to];
    const last = rows.at(-1);
    if (!row && to >= rows.length && hasMore && last) {
      setPlace(-1);
      go({ after: last.cursor, open: null });
    }
    if (!row) return;
    setPlace(to);
    if (view.open) go({ open: row.id }, 'replace');
    else focusRow(row.id);
  };
  return { current, next: () => step(current + 1), previous: () => step(current - 1) };
}
