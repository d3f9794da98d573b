import { isInPageAlone } from '../../ui/keep-text.ts';
import { presentRoute } from '../route/address.ts';
import { hrefOf } from '../route/search.ts';
import { firstView } from '../route/view.ts';
import { comeBackTo } from './next.ts';
import { DRAFTS, hasUnsaved } from './unsaved.ts';

/** Where unsaved text was when the backend refused something, until it is known why. */
let inDoubt: string | null = null;

function present(): string | null {
  const { open } = presentRoute().view;
  return open && hasUnsaved() ? hrefOf({ ...firstView, open }) : null;
}

/** Notes where unsaved text is, before a refusal's reason is asked for: the page may be emptied before the answer comes. */
export function noteDraftsPlace(): void {
  inDoubt = present();
}

/** The refusal ended nothing: what is on the page counts again. */
export function forgetDraftsPlace(): void {
  inDoubt = null;
}

/** Keeps whose unsaved text is where: of all that was shown it alone stays. */
export function keepDraftsPlace(userId: string): void {
  const place = present() ?? inDoubt;
  // A text that the storage had no room for ends with the page: nothing is to promise it.
  if (place) comeBackTo(place, userId, !isInPageAlone(DRAFTS));
}
