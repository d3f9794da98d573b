import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useReadAhead } from '../../kernel/data/use-read-ahead.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { RowLinks } from '../../kernel/rows/row-links.ts';
import { useRowNavigation } from './use-row-navigation.ts';

export interface Steps {
  /** The rows with the moves made here applied. */
  readonly rows: readonly Row[];
  /** Index of the current row, -1 for none. */
  readonly current: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextPage: () => void;
  readonly previousPage: () => void;
  /** Moves to the first row of the list that is about to be loaded. */
  readonly toFirst: () => void;
  /** Makes this application's row the current one, because it has the focus. */
  readonly standAt: (id: string) => void;
  readonly links: RowLinks;
}

/**
 * Restores the focus of a removed row. The row of a closed application gets it back, and when the focused row has
 * left the list, its successor does.
 */
function useReturningFocus(openId: string | null, successor: Row | undefined, focus: (id: string) => void) {
  const last = useRef(openId);
  const succeed = useEffectEvent((id: string) => document.activeElement === document.body && focus(id));
  useLayoutEffect(() => {
    if (openId === null && last.current) succeed(last.current);
    last.current = openId;
  }, [openId]);
  useLayoutEffect(() => {
    if (successor) succeed(successor.id);
  }, [successor]);
}

/**
 * Steps through the list. While an application is open, the next one replaces it, otherwise the row's link gets the
 * focus. The next page follows the last row. After a move out of the list the position stays, and the row that took
 * it is next.
 */
export function useSteps(control: ViewControl): Steps {
  const { view, go, goBack, hasPreviousPage } = control;
  const [links] = useState(() => new RowLinks());
  const isOpen = view.open !== null;
  const reach = ({ id }: Row) => {
    if (isOpen) go({ open: id }, 'replace');
    else links.focus(id);
    links.bringIntoView(id);
  };
  const { rows, lastLoaded, hasMore, isStale, place, standAt, awaitRows } = useRowNavigation(control, reach);
  const show = (row: Row) => {
    standAt(row.id);
    reach(row);
  };
  const above = rows[place.above];
  const below = rows[place.below];
  useReadAhead(isOpen && below ? [below.id] : []);
  const successor = !place.hasLeft || isStale || isOpen ? undefined : (below ?? above);
  // The link that gets the focus says where one stands: ApplicationTable.
  useReturningFocus(view.open, successor, (id) => links.focus(id));

  const nextPage = () => {
    if (!hasMore || !lastLoaded || isStale) return;
    awaitRows('first');
    go({ after: lastLoaded.cursor });
  };
  const previousPage = () => {
    if (!hasPreviousPage || isStale) return;
    awaitRows('last');
    goBack();
  };
  return {
    rows,
    current: place.current,
    hasNext: below !== undefined || hasMore,
    hasPrevious: above !== undefined || hasPreviousPage,
    next: () => (below ? show(below) : nextPage()),
    previous: () => (above ? show(above) : previousPage()),
    nextPage,
    previousPage,
    toFirst: () => awaitRows('first'),
    standAt,
    links,
  };
}
