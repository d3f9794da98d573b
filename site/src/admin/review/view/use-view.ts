import { useCallback, useMemo } from 'react';
import { goTo, useAddress } from '../../address.ts';
import type { Cursor } from '../data/shapes/row.ts';
import { parseView, viewQuery, type View } from './view.ts';

/** Where each page before this one starts, the first page's null included. */
type Trail = readonly (Cursor | null)[];

/** The most pages remembered for going back one by one. */
const LONGEST_TRAIL = 100;

export interface ViewControl {
  readonly view: View;
  /** Keys of the address that mean nothing here. */
  readonly unknownParams: readonly string[];
  /** True when the page before this one is known: one came from there. */
  readonly hasPreviousPage: boolean;
  /** Goes to a changed view; `replace` leaves no step behind for the back button. */
  readonly go: (change: Partial<View>, how?: 'replace') => void;
  /** Goes to the page before this one, whatever was opened and closed since. */
  readonly goBack: () => void;
}

const presentView = () => parseView(location.search).view;
const presentTrail = (): Trail => (history.state as { trail?: Trail } | null)?.trail ?? [];
const query = (view: View) => new URLSearchParams(viewQuery(view));

/** The trail after a change: one longer when it goes on, the same when it stays, none when the list starts anew. */
function trailAfter({ after }: Partial<View>, present: View): Trail {
  if (after === undefined) return presentTrail();
  return after ? [...presentTrail(), present.after].slice(-LONGEST_TRAIL) : [];
}

/** The view that the address tells, and the way to another one: the back button works as people expect. */
export function useView(): ViewControl {
  const search = useAddress().toString();
  const { view, unknownParams } = useMemo(() => parseView(search), [search]);
  const go = useCallback((change: Partial<View>, how?: 'replace') => {
    const present = presentView();
    goTo(query({ ...present, ...change }), how ?? 'push', { trail: trailAfter(change, present) });
  }, []);
  const goBack = useCallback(() => {
    const trail = presentTrail();
    goTo(query({ ...presentView(), after: trail.at(-1) ?? null }), 'push', { trail: trail.slice(0, -1) });
  }, []);
  return {
    view,
    unknownParams,
    hasPreviousPage: view.after !== null && presentTrail().length > 0,
    go,
    goBack,
  };
}
