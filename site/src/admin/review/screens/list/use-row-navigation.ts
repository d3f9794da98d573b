import { useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { viewQuery } from '../../../route/search.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import type { Wait } from '../../kernel/keys/keyboard.ts';
import { useKeyboard } from '../../kernel/keys/KeyboardProvider.tsx';
import { soon } from '../../kernel/keys/use-waiting-keys.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { navigate, noRow, placeAmong } from './row-navigation.ts';
import { useListedRows } from './use-listed-rows.ts';

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
