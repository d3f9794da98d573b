import { useCallback, useMemo } from 'react';
import { goTo, presentRoute, useRoute } from './address.ts';
import { hrefOf } from './search.ts';
import { tidyView, type View } from './view.ts';
import type { Cursor } from './filter.ts';

/** The start of each earlier page, null for the first. */
type Trail = readonly (Cursor | null)[];

/** The most pages remembered for going back one by one. */
const MAX_TRAIL_LENGTH = 100;

const presentView = () => presentRoute().view;
const presentTrail = (): Trail => (history.state as { trail?: Trail } | null)?.trail ?? [];

/**
 * Returns the trail after a change, one longer for the next page, the same without a page change, empty for a new
 * list.
 */
function trailAfter({ after }: Partial<View>, present: View): Trail {
  if (after === undefined) return presentTrail();
  return after ? [...presentTrail(), present.after].slice(-MAX_TRAIL_LENGTH) : [];
}

/** The view of the address, and functions to change it. The back button works as usual. */
export function useView() {
  const { view, unknownParams } = useRoute();
  /** Goes to a changed view. `replace` adds no history entry. */
  const go = useCallback((change: Partial<View>, how?: 'replace') => {
    const present = presentView();
    const trail = trailAfter(change, present);
    goTo(hrefOf(tidyView({ ...present, ...change })), how ?? 'push', { trail });
  }, []);
  /** Goes to the page before this one, whatever was opened and closed since. */
  const goBack = useCallback(() => {
    const trail = presentTrail();
    const href = hrefOf({ ...presentView(), after: trail.at(-1) ?? null });
    goTo(href, 'push', { trail: trail.slice(0, -1) });
  }, []);
  /** True if the previous page is known. */
  const hasPreviousPage = view.after !== null && presentTrail().length > 0;
  return useMemo(
    () => ({ view, unknownParams, hasPreviousPage, go, goBack }),
    [view, unknownParams, hasPreviousPage, go, goBack],
  );
}
