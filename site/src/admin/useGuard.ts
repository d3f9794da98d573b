import { useEffect, useState } from 'react';
import type { AdminCopy } from '../content/admin.ts';
import { auth, SESSION_KEY, signOutHere } from '../supabase/auth.ts';
import { carryToast } from '../ui/toast/carried.ts';
import { readPermission } from './permission.ts';
import type { Permission } from './permission.ts';

/** The person who may be here; null while nobody knows yet, or while leaving. */
export type Admin = { readonly email: string } | null;

const goHome = () => location.replace('/');

/** Sends away whoever may not be here, with the toast that says why; returns those who may. */
async function judge(permission: Permission, copy: AdminCopy): Promise<Admin> {
  if (permission.kind === 'admin') return permission;
  if (permission.kind === 'denied') {
    carryToast(copy.toasts.denied);
    await signOutHere();
  }
  if (permission.kind === 'unknown') carryToast(copy.toasts.unverified);
  goHome();
  return null;
}

/** Leaves as soon as the session is gone: signed out here, in another tab, or by the server. */
function watchSession(): () => void {
  const { data } = auth().onAuthStateChange((event) => {
    if (event === 'SIGNED_OUT') goHome();
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === SESSION_KEY && newValue === null) goHome();
  };
  // A page brought back by the back button shows what it showed; the session may be gone since.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    data.subscription.unsubscribe();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/** Guards a page of the admin area: nothing of it is shown until the database has said that this is an admin. */
export function useGuard(copy: AdminCopy): Admin {
  const [admin, setAdmin] = useState<Admin>(null);
  useEffect(() => {
    let isCurrent = true;
    void readPermission()
      .then((permission) => (isCurrent ? judge(permission, copy) : null))
      .then((judged) => isCurrent && setAdmin(judged));
    const stopWatching = watchSession();
    return () => {
      isCurrent = false;
      stopWatching();
    };
  }, [copy]);
  return admin;
}
