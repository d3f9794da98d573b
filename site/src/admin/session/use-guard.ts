import { useCallback, useEffect, useRef, useState } from 'react';
import { once } from '../../supabase/connection.ts';
import { sessionScope } from '../../supabase/session-storage.ts';
import { hasSession, isSecondFactorDue, renewSession } from '../../supabase/session.ts';
import { addToast, showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import { goTo, isBareAddress, presentAddress } from '../route/address.ts';
import type { MailedLink } from '../auth-callback/auth-callback.ts';
import { forgetDraftsPlace, keepDraftsPlace, noteDraftsPlace } from './drafts-place.ts';
import { hasLeft, leave, leaveSignedOut } from './leave.ts';
import { keepLastAddress, signInFirst, takeNext } from './next.ts';
import { readPermission, type Permission, readAccessState } from './permission.ts';
import { takeAuthCallback } from './take-auth-callback.ts';
import { watchSession } from './watch-session.ts';

/** The person who may be here. */
interface Admin {
  readonly id: string;
  readonly email: string;
}

/** The state of the guard, checking, a mailed link's page, the second factor, or the admin area. */
export type Entry =
  | { readonly kind: 'checking' }
  | { readonly kind: 'link'; readonly link: MailedLink }
  | ({ readonly kind: 'proof' | 'admin' } & Admin);

const checking: Entry = { kind: 'checking' };

/** A person without the role (contract P6.1). */
const denied: Toast = {
  title: 'Access denied',
  text: 'You do not have admin permissions.',
  tone: 'danger',
};

/** A session that could not be refreshed, or that ended in another tab. */
const ended: Toast = { title: 'Signed out', text: 'Your session has ended. Please sign in again.' };

/** Sends a person without access away with a toast, and admits admins. */
async function judge(permission: Permission, failure: Toast | null): Promise<Entry> {
  const why = failure ? [failure] : [];
  if (permission.kind === 'admin' || permission.kind === 'proof-due') {
    why.forEach(showToast);
    if (permission.kind === 'admin' && sessionScope() === 'page')
      addToast({
        title: 'Signed in for this page only',
        text: 'This browser stores nothing for this site, so leaving or reloading the page signs you out.',
      });
    const { id, email } = permission;
    return { kind: permission.kind === 'admin' ? 'admin' : 'proof', id, email };
  }
  if (permission.kind === 'unknown')
    await leave([...why, { title: 'Error', text: 'Unable to verify permissions.', tone: 'danger' }]);
  else if (permission.kind === 'denied') await leaveSignedOut([...why, denied]);
  else {
    if (!failure) signInFirst(presentAddress());
    await leave(permission.hasEnded ? [...why, ended] : why);
  }
  return checking;
}

/** Leads on to where this person was going before they had to sign in. */
function goOn(admin: Admin): void {
  const next = takeNext(admin.id);
  if (!next || !isBareAddress()) return;
  goTo(next.to, 'replace');
  if (next.hasDraft) addToast({ title: 'Your text is still here', text: 'It is not saved yet.' });
}

interface Showing {
  readonly shown: { readonly current: Entry };
  readonly show: (entry: Entry) => void;
  readonly check: (failure: Toast | null) => Promise<void>;
}

/**
 * Clears the screen and goes to the front page with the reason. It signs out here unless the session is already gone.
 */
function lose({ shown, show }: Showing, why: Toast, depart = leaveSignedOut): void {
  if (hasLeft()) return;
  if (shown.current.kind === 'checking') signInFirst(presentAddress());
  if (shown.current.kind === 'admin') {
    keepDraftsPlace(shown.current.id);
    if (why !== denied) keepLastAddress(shown.current.email);
  }
  show(checking);
  void depart([why]);
}

/** Asks for a missing proof, and admits a person who has given it in another tab. */
async function checkAgain({ shown, check }: Showing): Promise<void> {
  const isDue = await isSecondFactorDue();
  if (shown.current.kind === 'admin' && isDue) {
    keepDraftsPlace(shown.current.id);
    await check(null);
  } else if (shown.current.kind === 'proof' && !isDue) await check(null);
}

/** Finds out the reason of a refusal, an ended session, a removed role, a missing proof, or only this request. */
async function reconsider(showing: Showing, renewOnce: () => Promise<unknown>): Promise<void> {
  noteDraftsPlace();
  const access = await readAccessState();
  if (access === 'session_ended')
    lose(showing, {
      title: 'Signed out',
      text: 'You were signed out on another device. Please sign in again.',
    });
  if (access === 'denied') lose(showing, denied);
  if (access === 'second_factor_missing') {
    // If it is not missing, the lab requires a second factor of all and this account has none, which the review
    // reports.
    if (!(await isSecondFactorDue())) await renewOnce();
    await checkAgain(showing);
  }
  forgetDraftsPlace();
}

/** One question at a time, however many refusals there are. */
function onceAtATime(ask: () => Promise<void>): () => void {
  let isAsking = false;
  return () => {
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  };
}

function watch(showing: Showing, arrive: () => void): () => void {
  const { shown, show } = showing;
  // Once per page, because this may be asked every few seconds.
  const renewOnce = once(() => renewSession().catch(() => {}));
  const whenIn = (act: () => void) => () => {
    // A mailed link's page takes sessions away and puts them here itself.
    if (shown.current.kind !== 'link') act();
  };
  return watchSession({
    // Another session may lie here by now: it is another tab's, and none to sign out.
    onLost: whenIn(() => lose(showing, ended, leave)),
    onChanged: whenIn(() => void checkAgain(showing)),
    onDoubt: onceAtATime(async () => {
      if (shown.current.kind !== 'admin') return;
      // Cleared with the site's data, which this tab is not notified of.
      if (!hasSession()) return lose(showing, ended, leave);
      await reconsider(showing, renewOnce);
    }),
    onReplaced: (userId) => {
      const entry = shown.current;
      if (!('id' in entry) || entry.id === userId) return;
      show(checking);
      location.reload();
    },
    onFragment: arrive,
  });
}

/**
 * Guards the admin area. Nothing of it is shown until the database has confirmed an admin (contract P4.4). The
 * function checks again after a second factor or a mailed link. `onRoleRequested` is called when no proof is missing and
 * the role is requested.
 */
export function useGuard(onRoleRequested: () => void): [Entry, () => void] {
  const [entry, setEntry] = useState<Entry>(checking);
  const shown = useRef<Entry>(checking);
  const show = useCallback((next: Entry) => {
    shown.current = next;
    setEntry(next);
  }, []);
  const check = useCallback(
    async (failure: Toast | null) => {
      const next = await judge(await readPermission(onRoleRequested), failure);
      if (next.kind === 'admin') goOn(next);
      if (!hasLeft()) show(next);
    },
    [onRoleRequested, show],
  );
  useEffect(() => {
    const arrive = async (isFirst: boolean) => {
      const taken = await takeAuthCallback();
      if ('link' in taken) show({ kind: 'link', link: taken.link });
      else if (isFirst || taken.failure) await check(taken.failure);
    };
    const stop = watch({ shown, show, check }, () => void arrive(false));
    void arrive(true);
    return stop;
  }, [check, show]);
  return [entry, () => void check(null)];
}
