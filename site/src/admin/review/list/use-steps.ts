import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../data/shapes/row.ts';
import { useReadAhead } from '../data/use-read-ahead.ts';
import type { ViewControl } from '../view/use-view.ts';
import { RowLinks } from './row-links.ts';
import { useRowNavigation } from './use-row-navigation.ts';

export interface Steps {
  /** As they stand by the moves that were chosen here. */
  readonly rows: readonly Row[];
  /** Place of the row one is at; -1 for none. */
  readonly current: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly next: () => void;
  readonly previous: () => void;
  readonly nextPage: () => void;
  readonly previousPage: () => void;
  /** Goes to the first row of what is on its way: a page, or what a search finds. */
  readonly toFirst: (onNothing: () => void) => void;
  /** The focus is in this application's row: one goes on from there. */
  readonly standAt: (id: string) => void;
  readonly links: RowLinks;
}

/**
 * The focus of a row that is gone: the row of an application that is closed gets it back, and when the row that held it has
 * left the list, the one in its place takes it, not the page's top.
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
 * Going through the list. While an application is open, the next one opens in its place; else the row's link gets the
 * focus. After the last row comes the next page. After a move out of the list one stays where one was: the next one is
 * the one that took its place.
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
    toFirst: (onNothing) => awaitRows('first', onNothing),
    standAt,
    links,
  };
}
