import { signOutHere } from '../../supabase/session.ts';
import { flashToast } from '../../ui/toast/flash.ts';
import type { Toast } from '../../ui/toast/toast.ts';

let isLeaving = false;

/** Returns true if the page is already leaving for the front page. */
export const hasLeft = (): boolean => isLeaving;

/** Goes to the front page, which shows the reason. The first reason counts, because leaving causes others. */
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
