import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminCopy } from '../../content/admin.ts';
import { auth, SESSION_KEY } from '../../supabase/auth.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { go } from '../address.ts';
import { isSecondFactorDue } from '../second-factor/due.ts';
import { cameBack, readArrival, withoutError } from './arrival.ts';
import { leave, leaveSignedOut } from './leave.ts';
import { readPermission } from './permission.ts';
import type { Permission } from './permission.ts';
import { leaveUnlessUnsaved } from './unsaved.ts';

/** The person who may be here. */
export interface Admin {
  readonly id: string;
  readonly email: string;
}

/** What the guard lets be shown: nothing yet, the question for the second factor, or the admin area. */
export type Entry =
  { readonly kind: 'checking' } | { readonly kind: 'proof' } | ({ readonly kind: 'admin' } & Admin);

const CHECKING: Entry = { kind: 'checking' };

/** Sends away whoever may not be here, with the toast that says why; lets in those who may. */
async function judge(permission: Permission, failedLink: Toast | null, copy: AdminCopy): Promise<Entry> {
  const why = failedLink ? [failedLink] : [];
  if (permission.kind === 'admin' || permission.kind === 'proof-due') {
    why.forEach(showToast);
    return permission.kind === 'admin' ? permission : { kind: 'proof' };
  }
  if (permission.kind === 'unknown') await leave([...why, copy.toasts.unverified]);
  else if (permission.kind === 'denied') await leaveSignedOut([...why, copy.toasts.denied]);
  else await leave(why);
  return CHECKING;
}

/** What the address brought, taken out of it before the session's library looks for tokens. */
function takeArrival(copy: AdminCopy): Toast | null {
  const { error, wantsPassword } = readArrival(location.href);
  if (wantsPassword && new URLSearchParams(location.search).get('view') !== 'new-password')
    history.replaceState(null, '', `/admin?view=new-password${location.hash}`);
  if (!error) return null;
  const isSignIn = cameBack(location.href);
  history.replaceState(null, '', withoutError(location.href));
  if (isSignIn) return { ...copy.toasts.notSignedIn, text: error };
  return { ...copy.toasts.link, text: `${error}. ${copy.toasts.link.text}` };
}

/** The library takes the tokens of a mailed link out of the address and leaves an empty fragment. */
function tidyAddress(): void {
  if (location.href.endsWith('#'))
    history.replaceState(history.state, '', location.pathname + location.search);
}

/** What can happen to a session while the page is open. */
interface Hearing {
  /** Signed out here, in another tab, or by the server. */
  readonly onLost: () => void;
  readonly onRecovery: () => void;
  /** It says something new: renewed, or a second factor proven in another tab. */
  readonly onChanged: () => void;
}

function watchSession({ onLost, onRecovery, onChanged }: Hearing): () => void {
  const { data } = auth().onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') onLost();
    if (event === 'PASSWORD_RECOVERY') onRecovery();
    // Later, for the library is not to be asked while it tells.
    if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') setTimeout(onChanged);
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY && newValue === null) onLost();
  };
  // A page brought back by the back button shows what it showed; the session may be gone since.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('hashchange', tidyAddress);
  return () => {
    window.removeEventListener('hashchange', tidyAddress);
    data.subscription.unsubscribe();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * Guards the admin area: nothing of it is shown until the database has said that this is an admin. The function asks
 * again, after a second factor was proven. Unsaved text stays when the session is lost or owes a proof again.
 */
export function useGuard(copy: AdminCopy): [Entry, () => void] {
  const [entry, setEntry] = useState<Entry>(CHECKING);
  const shown = useRef<Entry['kind']>('checking');
  const show = useCallback((next: Entry) => {
    shown.current = next.kind;
    setEntry(next);
  }, []);
  const check = useCallback(
    (failedLink: Toast | null) => {
      void readPermission()
        .then((permission) => judge(permission, failedLink, copy))
        .then(show);
    },
    [copy, show],
  );
  useEffect(() => {
    check(takeArrival(copy));
    return watchSession({
      onLost: () => leaveUnlessUnsaved(() => void leave([copy.toasts.ended])),
      onRecovery: () => go({ view: 'new-password' }, 'replace'),
      onChanged: () => void askAnew(shown.current, () => check(null)),
    });
  }, [check, copy]);
  return [entry, () => check(null)];
}

/** Has the person prove what is owed by now, and lets in who has proven it in another tab. */
async function askAnew(shown: Entry['kind'], check: () => void): Promise<void> {
  const isDue = await isSecondFactorDue();
  if (shown === 'admin' && isDue) leaveUnlessUnsaved(check);
  if (shown === 'proof' && !isDue) check();
}
