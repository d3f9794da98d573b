import { useEffect, useEffectEvent } from 'react';
import type { Row } from '../data/shapes.ts';
import type { ViewControl } from '../view/useView.ts';
import { bringIntoView, focusRow } from './row-link.ts';
import { useArrival } from './useArrival.ts';
import { useListedRows, useReadAhead } from './useListedRows.ts';
import { useStanding } from './useStanding.ts';

export interface Steps {
  /** Place of the row one is at; -1 for none. */
  readonly current: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextPage: () => void;
  readonly previousPage: () => void;
  /** Goes to the first row of what is on its way: a page, or what a search finds. */
  readonly toFirst: () => void;
  /** The focus is in this application's row: one goes on from there. */
  readonly standAt: (id: string) => void;
}

/** When the row that held the focus has left the list, the focus goes to the one in its place, not to the page's top. */
function useSuccession(heir: Row | undefined, standAt: (id: string) => void): void {
  const succeed = useEffectEvent(({ id }: Row) => {
    if (document.activeElement !== document.body) return;
    standAt(id);
    focusRow(id);
  });
  useEffect(() => {
    if (heir) succeed(heir);
  }, [heir]);
}

/**
 * Going through the list. While an application is open, the next one opens in its place; else the row's link gets the
 * focus. After the last row comes the next page. Whoever moves an application out of the list stays where they were:
 * the next one is the one that took its place.
 */
export function useSteps({ view, go, goBack, hasPreviousPage }: ViewControl): Steps {
  const { rows, hasMore, isStale } = useListedRows(view);
  const { current, gap, standAt } = useStanding(view, rows, isStale);
  const above = rows[(gap ?? current) - 1];
  const below = rows[gap ?? current + 1];
  const isOpen = view.open !== null;
  useReadAhead(below, isOpen);
  useSuccession(gap === null || isStale || isOpen ? undefined : (below ?? above), standAt);

  const show = ({ id }: Row) => {
    standAt(id);
    if (isOpen) go({ open: id }, 'replace');
    else focusRow(id);
    bringIntoView(id);
  };
  const arriveAt = useArrival(rows, isStale, show);
  const nextPage = () => {
    const last = rows.at(-1);
    if (!hasMore || !last || isStale) return;
    arriveAt('first');
    go({ after: last.cursor });
  };
  const previousPage = () => {
    if (!hasPreviousPage || isStale) return;
    arriveAt('last');
    goBack();
  };
  return {
    current,
    hasNext: below !== undefined || hasMore,
    hasPrevious: above !== undefined || hasPreviousPage,
    next: () => (below ? show(below) : nextPage()),
    previous: () => (above ? show(above) : previousPage()),
    nextPage,
    previousPage,
    toFirst: () => arriveAt('first'),
    standAt,
  };
}
