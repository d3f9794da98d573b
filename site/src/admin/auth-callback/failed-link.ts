import type { AdminCopy } from '../../content/admin/admin.ts';
import type { Toast } from '../../ui/toast/toast.ts';

/** Returns our own words about a failed link or sign-in elsewhere, chosen by the code, never those of the address. */
export function failedLink(code: string, isSignIn: boolean, { toasts, linkFailures }: AdminCopy): Toast {
  const toast = isSignIn ? toasts.notSignedIn : toasts.link;
  const words = Object.hasOwn(linkFailures, code) ? linkFailures[code as keyof typeof linkFailures] : null;
  return words ? { ...toast, text: `${words} ${toast.text}` } : toast;
}
