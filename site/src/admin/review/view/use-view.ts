import { useCallback, useMemo } from 'react';
import { goTo, presentRoute, useRoute } from '../../route/address.ts';
import { hrefOf } from '../../route/search.ts';
import { tidyView, type View } from '../../route/view.ts';
import type { Cursor } from '../data/shapes/row.ts';

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

const presentView = () => presentRoute().view;
const presentTrail = (): Trail => (history.state as { trail?: Trail } | null)?.trail ?? [];

/** The trail after a change: one longer when it goes on, the same when it stays, none when the list starts anew. */
function trailAfter({ after }: Partial<View>, present: View): Trail {
  if (after === undefined) return presentTrail();
  return after ? [...presentTrail(), present.after].slice(-LONGEST_TRAIL) : [];
}

/** The view that the address tells, and the way to another one: the back button works as people expect. */
export function useView(): ViewControl {
  const { view, unknownParams } = useRoute();
  const go = useCallback((change: Partial<View>, how?: 'replace') => {
    const present = presentView();
    const trail = trailAfter(change, present);
    goTo(hrefOf(tidyView({ ...present, ...change })), how ?? 'push', { trail });
  }, []);
  const goBack = useCallback(() => {
    const trail = presentTrail();
    const href = hrefOf({ ...presentView(), after: trail.at(-1) ?? null });
    goTo(href, 'push', { trail: trail.slice(0, -1) });
  }, []);
  const hasPreviousPage = view.after !== null && presentTrail().length > 0;
  return useMemo(
    () => ({ view, unknownParams, hasPreviousPage, go, goBack }),
    [view, unknownParams, hasPreviousPage, go, goBack],
  );
}
