import { useCallback, useEffect, useState } from 'react';
import type { AdminCopy } from '../../content/admin.ts';
import { auth, SESSION_KEY, signOutHere } from '../../supabase/auth.ts';
import { carryToast } from '../../ui/toast/carry.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { go } from '../address.ts';
import { cameBack, readArrival, withoutError } from './arrival.ts';
import { readPermission } from './permission.ts';
import type { Permission } from './permission.ts';
import { leaveUnlessUnsaved } from './unsaved.ts';

/** The person who may be here. */
export interface Admin {
  readonly id: string;
  readonly email: string;
}

/** What the guard lets be shown: nothing yet, the question for a code, or the admin area. */
export type Entry =
  { readonly kind: 'checking' } | { readonly kind: 'code' } | ({ readonly kind: 'admin' } & Admin);

const CHECKING: Entry = { kind: 'checking' };

const goHome = () => location.replace('/');

/** Sends away whoever may not be here, with the toast that says why; lets in those who may. */
async function judge(permission: Permission, failedLink: Toast | null, copy: AdminCopy): Promise<Entry> {
  if (permission.kind === 'admin' || permission.kind === 'code-due') {
    if (failedLink) showToast(failedLink);
    return permission.kind === 'admin' ? permission : { kind: 'code' };
  }
  if (failedLink) await carryToast(failedLink);
  if (permission.kind === 'unknown') await carryToast(copy.toasts.unverified);
  if (permission.kind === 'denied') {
    await carryToast(copy.toasts.denied);
    await signOutHere();
  }
  goHome();
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

/** Leaves as soon as the session is gone: signed out here, in another tab, or by the server; unsaved text stays. */
function watchSession(onRecovery: () => void): () => void {
  const { data } = auth().onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') leaveUnlessUnsaved(goHome);
    if (event === 'PASSWORD_RECOVERY') onRecovery();
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY && newValue === null) leaveUnlessUnsaved(goHome);
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
 * again, after a code was proven.
 */
export function useGuard(copy: AdminCopy): [Entry, () => void] {
  const [entry, setEntry] = useState<Entry>(CHECKING);
  const check = useCallback(
    (failedLink: Toast | null) => {
      void readPermission()
        .then((permission) => judge(permission, failedLink, copy))
        .then(setEntry);
    },
    [copy],
  );
  useEffect(() => {
    check(takeArrival(copy));
    return watchSession(() => go({ view: 'new-password' }, 'replace'));
  }, [check, copy]);
  return [entry, () => check(null)];
}
