import { useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { viewQuery } from '../../route/search.ts';
import type { Row } from '../data/shapes/row.ts';
import type { Wait } from '../keys/keyboard.ts';
import { useKeyboard } from '../keys/KeyboardProvider.tsx';
import { soon } from '../keys/use-waiting-keys.ts';
import type { ViewControl } from '../view/use-view.ts';
import { navigate, noRow, placeAmong } from './row-navigation.ts';
import { bringIntoView, focusRow } from './row-link.ts';
import { useReadAhead } from '../data/use-read-ahead.ts';
import { useListedRows } from './use-listed-rows.ts';

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
}

/** Where one is among the rows of the list, and the way to an end of rows that are on their way; keys wait for those. */
function useRowNavigation({ view }: ViewControl, reach: (row: Row) => void) {
  const listed = useListedRows(view);
  const { rows, isStale, hasFailed } = listed;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [navigation, dispatch] = useReducer(navigate, noRow);
  const keyboard = useKeyboard();
  const wait = useRef<Wait | null>(null);
  const nothing = useRef<(() => void) | undefined>(undefined);
  const list = viewQuery({ ...view, open: null });
  const { pending } = navigation;

  const arrive = useEffectEvent((end: 'first' | 'last' | null) => {
    if (end === null) return;
    const row = end === 'first' ? rows[0] : rows.at(-1);
    if (row) reach(row);
    else nothing.current?.();
    soon(wait.current?.done);
  });
  const giveUp = useEffectEvent(() => {
    if (pending === null) return;
    dispatch({ type: 'abandoned' });
    soon(wait.current?.fail);
  });
  const { open: openId } = view;
  useLayoutEffect(() => {
    if (isStale) return;
    dispatch({ type: 'listed', list, ids, openId });
    arrive(pending);
  }, [isStale, list, ids, openId, pending]);
  useLayoutEffect(() => {
    if (isStale && hasFailed) giveUp();
  }, [isStale, hasFailed]);

  return {
    ...listed,
    place: placeAmong(navigation, ids),
    standAt: (id: string) => dispatch({ type: 'focused', id, ids }),
    awaitRows: (end: 'first' | 'last', onNothing?: () => void) => {
      wait.current = keyboard.hold();
      nothing.current = onNothing;
      dispatch({ type: 'awaited', end });
    },
  };
}

/** When the row that held the focus has left the list, the focus goes to the one in its place, not to the page's top. */
function useSuccession(successor: Row | undefined, standAt: (id: string) => void): void {
  const succeed = useEffectEvent(({ id }: Row) => {
    if (document.activeElement !== document.body) return;
    standAt(id);
    focusRow(id);
  });
  useLayoutEffect(() => {
    if (successor) succeed(successor);
  }, [successor]);
}

/** The row of an application that is closed gets the focus back. */
function useReturn(openId: string | null): void {
  const last = useRef(openId);
  useLayoutEffect(() => {
    if (openId === null && last.current && document.activeElement === document.body) focusRow(last.current);
    last.current = openId;
  }, [openId]);
}

/**
 * Going through the list. While an application is open, the next one opens in its place; else the row's link gets the
 * focus. After the last row comes the next page. After a move out of the list one stays where one was: the next one is
 * the one that took its place.
 */
export function useSteps(control: ViewControl): Steps {
  const { view, go, goBack, hasPreviousPage } = control;
  const isOpen = view.open !== null;
  const reach = ({ id }: Row) => {
    if (isOpen) go({ open: id }, 'replace');
    else focusRow(id);
    bringIntoView(id);
  };
  const { rows, lastLoaded, hasMore, isStale, place, standAt, awaitRows } = useRowNavigation(control, reach);
  const show = (row: Row) => {
    standAt(row.id);
    reach(row);
  };
  const above = rows[place.above];
  const below = rows[place.below];
  useReadAhead(isOpen && below ? [below.id] : []);
  useReturn(view.open);
  useSuccession(!place.hasLeft || isStale || isOpen ? undefined : (below ?? above), standAt);

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
  };
}
