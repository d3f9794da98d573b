import { signOutHere } from '../../supabase/auth.ts';
import { flashToast } from '../../ui/toast/flash.ts';
import type { Toast } from '../../ui/toast/toast.ts';

let isLeaving = false;

/** Whether the page is on its way to the front page already. */
export const hasLeft = (): boolean => isLeaving;

/** Goes to the front page, which says why; the first reason counts, for leaving sets off others. */
export async function leave(why: readonly Toast[] = [], before?: () => Promise<void>): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  for (const toast of why) {
    // In the order in which they are to be read.
    await flashToast(toast);
  }
  await before?.();
  location.replace('/');
}

/** The same, signed out in this browser. */
export const leaveSignedOut = (why: readonly Toast[] = []): Promise<void> => leave(why, signOutHere);
