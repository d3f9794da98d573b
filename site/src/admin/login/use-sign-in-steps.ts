import { useCallback, useRef, useState, type RefObject } from 'react';
import type { LoginCopy } from '../../content/admin/admin.ts';
import { auth, SESSION_KEY, signOutHere } from '../../supabase/auth.ts';
import { reachOfSession } from '../../supabase/session-storage.ts';
import { forgetNext } from '../session/next.ts';
import { flashToast } from '../../ui/toast/flash.ts';
import { showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';

/** The step of signing in that is shown. */
type Step =
  /** `email`: what was typed into another step; null before any. `isAgain`: who that is is known, and signs in again. */
  | { name: 'credentials'; email: string | null; isAgain?: boolean }
  | { name: 'second-factor' }
  | { name: 'forgot'; email: string }
  /** A mail is on its way to `email`, and brings a code. */
  | { name: 'code'; email: string };

const start: Step = { name: 'credentials', email: null };

/** How the person signed in. */
export interface SignedIn {
  readonly owesProof: boolean;
  /** By the mail of a forgotten password: a new one comes next. */
  readonly wantsPassword?: boolean;
}

/** Back to the credentials, signed out here: of the same person where they did not choose to leave. */
async function leaveStep(why: Toast | null): Promise<Step> {
  const { data } = await auth().getSession();
  await signOutHere();
  const email = why ? (data.session?.user.email ?? '') : '';
  return { name: 'credentials', email, isAgain: email !== '' };
}

/** The steps of the login dialog: how each leads to the next, and what closing it in the middle means. */
export function useSignInSteps(dialog: RefObject<HTMLDialogElement | null>, copy: LoginCopy) {
  const [step, setStep] = useState<Step>(start);
  const owesProof = useRef(false);
  const hasEntered = useRef(false);
  const goal = useRef('/admin');

  const enter = useCallback(() => {
    owesProof.current = false;
    hasEntered.current = true;
    dialog.current?.close();
    void flashToast(copy.toasts.success).then(() => location.assign(goal.current));
  }, [dialog, copy]);

  const onSignedIn = useCallback(
    (how: SignedIn) => {
      // Closed while the answer was on its way: the person has changed their mind.
      if (!dialog.current?.open) return void signOutHere();
      if (reachOfSession(SESSION_KEY) === 'page') {
        // The dashboard is another page.
        void signOutHere();
        return showToast(copy.toasts.notKept);
      }
      owesProof.current = how.owesProof;
      goal.current = how.wantsPassword ? '/admin?view=new-password' : '/admin';
      if (how.owesProof) setStep({ name: 'second-factor' });
      else enter();
    },
    [dialog, enter, copy],
  );
  const onLeave = useCallback((why: Toast | null) => {
    owesProof.current = false;
    void leaveStep(why).then(setStep);
    if (why) showToast(why);
  }, []);
  const onClose = () => {
    // Half a sign-in is not kept; nor is where it was to lead.
    if (owesProof.current) void signOutHere();
    if (!hasEntered.current) forgetNext();
    owesProof.current = false;
    setStep(start);
  };
  return { step, setStep, enter, onSignedIn, onLeave, onClose };
}
