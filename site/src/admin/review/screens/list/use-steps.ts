import { useEffectEvent, useLayoutEffect, useRef, useState, useMemo, useReducer } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useReadAhead } from '../../shared/rows/use-read-ahead.ts';
import { useView } from '../../../route/use-view.ts';
import { RowLinks } from '../../shared/rows/row-links.ts';
import { viewQuery } from '../../../route/search.ts';
import { useKeyboard } from '../../kernel/keys/KeyboardProvider.tsx';
import { soon, type Wait } from '../../kernel/keys/keyboard.ts';
import { navigate, noRow, placeAmong } from './row-navigation.ts';
import type { View } from '../../../route/view.ts';
import { useLastLoaded } from '../../kernel/data/connection.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import { useShownRows } from '../../moves/moving.tsx';
import { useAsTarget } from '../../kernel/target.ts';

const noRows: readonly Row[] = [];

/** Returns the list's page, none on other screens, the last one while `isOther`. */
function useListedRows({ screen, filter, sort, descending, after }: View) {
  const isListed = screen === 'list';
  const page = useQuery({ ...listQuery(filter, sort, descending, after), enabled: isListed });
  const { data, isOther } = useLastLoaded(page);
  const shown = isListed ? data : undefined;
  /** With the moves made here applied. */
  const rows = useShownRows(shown?.rows ?? noRows, filter);
  return { page, data: shown, isOther, rows };
}

/** Called with the row that a step has reached. */
type Arrived = ((row: Row) => void) | undefined;

/** The position among the rows of the list, and moves to an end of loading rows, for which keys wait. */
function useRowNavigation(reach: (row: Row) => void) {
  const { view } = useView();
  const listed = useListedRows(view);
  const { page, rows, isOther } = listed;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [navigation, dispatch] = useReducer(navigate, noRow);
  const keyboard = useKeyboard();
  const wait = useRef<Wait | null>(null);
  const arrived = useRef<Arrived>(undefined);
  const list = viewQuery({ ...view, open: null });
  const { pending } = navigation;

  const arrive = useEffectEvent((end: 'first' | 'last' | null) => {
    if (end === null) return;
    const row = end === 'first' ? rows[0] : rows.at(-1);
    if (row) reach(row);
    if (row) arrived.current?.(row);
    soon(wait.current?.done);
  });
  const giveUp = useEffectEvent(() => {
    if (pending === null) return;
    dispatch({ type: 'abandoned' });
    soon(wait.current?.fail);
  });
  const { open: openId } = view;
  useLayoutEffect(() => {
    if (isOther) return;
    dispatch({ type: 'listed', list, ids, openId });
    arrive(pending);
  }, [isOther, list, ids, openId, pending]);
  useLayoutEffect(() => {
    if (isOther && page.isError) giveUp();
  }, [isOther, page.isError]);

  return {
    ...listed,
    /** Identifies the list, as the search part of its address. */
    list,
    place: placeAmong(navigation, ids),
    focusRow: (id: string) => dispatch({ type: 'focused', id, ids }),
    awaitRows: (end: 'first' | 'last', then?: Arrived) => {
      wait.current = keyboard.hold();
      arrived.current = then;
      dispatch({ type: 'awaited', end });
    },
  };
}

export type Steps = ReturnType<typeof useSteps>;

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
export function useSteps() {
  const { view, go, goBack, hasPreviousPage } = useView();
  const [links] = useState(() => new RowLinks());
  const isOpen = view.open !== null;
  const reach = ({ id }: Row) => {
    if (isOpen) go({ open: id }, 'replace');
    else links.focus(id);
    links.bringIntoView(id);
  };
  const { place, focusRow, awaitRows, ...listed } = useRowNavigation(reach);
  const { data, rows, isOther } = listed;
  // The next page, if there is one, begins after the last loaded row, moved away or not.
  const nextAfter = data?.more ? data.rows.at(-1)?.cursor : undefined;
  const show = (row: Row, then?: Arrived) => {
    focusRow(row.id);
    reach(row);
    then?.(row);
  };
  const above = rows[place.above];
  const below = rows[place.below];
  useReadAhead(isOpen && below ? [below.id] : []);
  useAsTarget(view.screen === 'list' ? rows[place.current] : undefined);
  const successor = !place.hasLeft || isOther || isOpen ? undefined : (below ?? above);
  // The link that gets the focus says where one stands: ApplicationTable.
  useReturningFocus(view.open, successor, (id) => links.focus(id));

  const nextPage = (then?: Arrived) => {
    if (!nextAfter || isOther) return;
    awaitRows('first', then);
    go({ after: nextAfter });
  };
  const previousPage = (then?: Arrived) => {
    if (!hasPreviousPage || isOther) return;
    awaitRows('last', then);
    goBack();
  };
  return {
    ...listed,
    /** Index of the current row, -1 for none. */
    current: place.current,
    hasNext: below !== undefined || nextAfter !== undefined,
    hasPrevious: above !== undefined || hasPreviousPage,
    next: (then?: Arrived) => (below ? show(below, then) : nextPage(then)),
    previous: (then?: Arrived) => (above ? show(above, then) : previousPage(then)),
    nextPage: () => nextPage(),
    previousPage: () => previousPage(),
    /** Moves to the first row of the list that is about to be loaded. */
    toFirst: () => awaitRows('first'),
    /** Makes this application's row the current one, because it has the focus. */
    focusRow,
    links,
  };
}
