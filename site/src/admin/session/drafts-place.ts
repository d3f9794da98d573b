import { isInPageAlone } from '../../ui/keep-text.ts';
import { presentRoute } from '../route/address.ts';
import { hrefOf } from '../route/search.ts';
import { firstView } from '../route/view.ts';
import { comeBackTo } from './next.ts';
import { DRAFTS, hasUnsaved } from './unsaved.ts';

/** The place of unsaved text when the backend refused something, until the reason is known. */
let inDoubt: string | null = null;

function present(): string | null {
  const { open, screen, section } = presentRoute().view;
  if (!hasUnsaved()) return null;
  if (open) return hrefOf({ ...firstView, open });
  return screen === 'settings' ? hrefOf({ ...firstView, screen, section }) : null;
}

/**
 * Remembers the place of unsaved text before the reason of a refusal is known, because the page may be emptied
 * before.
 */
export function noteDraftsPlace(): void {
  inDoubt = present();
}

/** Forgets it after a refusal that ended nothing. */
export function forgetDraftsPlace(): void {
  inDoubt = null;
}

/** Stores the owner and the place of unsaved text. Nothing else of the screen is kept. */
export function keepDraftsPlace(userId: string): void {
  const place = present() ?? inDoubt;
  // A text that the storage had no room for ends with the page: nothing is to promise it.
  if (place) comeBackTo(place, userId, !isInPageAlone(DRAFTS));
}
