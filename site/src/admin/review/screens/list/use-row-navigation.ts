import { useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { viewQuery } from '../../../route/search.ts';
import type { Row, Page } from '../../kernel/data/shapes/row.ts';
import type { Wait } from '../../kernel/keys/keyboard.ts';
import { useKeyboard } from '../../kernel/keys/KeyboardProvider.tsx';
import { soon } from '../../kernel/keys/use-waiting-keys.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { navigate, noRow, placeAmong } from './row-navigation.ts';
import type { View } from '../../../route/view.ts';
import { useLastLoaded } from '../../kernel/data/connection.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import { useShownRows } from '../../moves/moving.tsx';

const noRows: readonly Row[] = [];

interface ListedRows {
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
function useListedRows({ screen, filter, sort, descending, after }: View): ListedRows {
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

/** The position among the rows of the list, and moves to an end of loading rows, for which keys wait. */
export function useRowNavigation({ view }: ViewControl, reach: (row: Row) => void) {
  const listed = useListedRows(view);
  const { rows, isStale, hasFailed } = listed;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [navigation, dispatch] = useReducer(navigate, noRow);
  const keyboard = useKeyboard();
  const wait = useRef<Wait | null>(null);
  const list = viewQuery({ ...view, open: null });
  const { pending } = navigation;

  const arrive = useEffectEvent((end: 'first' | 'last' | null) => {
    if (end === null) return;
    const row = end === 'first' ? rows[0] : rows.at(-1);
    if (row) reach(row);
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
    awaitRows: (end: 'first' | 'last') => {
      wait.current = keyboard.hold();
      dispatch({ type: 'awaited', end });
    },
  };
}
