import { useCallback, useMemo } from 'react';
import { goTo, useAddress } from '../../address.ts';
import { parseView, viewQuery } from './view.ts';
import type { View } from './view.ts';

export interface ViewControl {
  readonly view: View;
  /** Keys of the address that mean nothing here. */
  readonly strays: readonly string[];
  /** This page of the list was reached by going on from the one before, so the back button leads there. */
  readonly isAfterNext: boolean;
  /** Goes to a changed view; `replace` leaves no step behind for the back button. */
  readonly go: (change: Partial<View>, how?: 'replace') => void;
}

/** The view that the address tells, and the way to another one: the back button works as people expect. */
export function useView(): ViewControl {
  const search = useAddress().toString();
  const { view, strays } = useMemo(() => parseView(search), [search]);
  const go = useCallback((change: Partial<View>, how?: 'replace') => {
    const { view: present } = parseView(location.search);
    const next = new URLSearchParams(viewQuery({ ...present, ...change }));
    goTo(next, how ?? 'push', how ? history.state : { isAfterNext: Boolean(change.after) });
  }, []);
  const isAfterNext = (history.state as { isAfterNext?: boolean } | null)?.isAfterNext ?? false;
  return { view, strays, go, isAfterNext };
}
