import { useRef, useState, type RefObject } from 'react';
import { isSecondFactorDue, readSession, signOutHere } from '../../supabase/session.ts';
import { sessionScope } from '../../supabase/session-storage.ts';
import { forgetNext } from '../session/next.ts';
import { flashToast } from '../../ui/toast/flash.ts';
import { dismissFailures, showToast } from '../../ui/toast/show.ts';
import type { Toast } from '../../ui/toast/toast.ts';

/** The step of signing in that is shown. */
type Step =
  /**
   * `email` is the input of another step, null before any. `isAgain` means that the person is known and signs in
   * again.
   */
  | { name: 'credentials'; email: string | null; isAgain?: boolean }
  | { name: 'second-factor' }
  | { name: 'forgot'; email: string }
  /** A mail is on its way to `email`, and brings a code. */
  | { name: 'code'; email: string };

const start: Step = { name: 'credentials', email: null };

/** Returns to the credentials, signed out, with the same person's address unless they chose to leave. */
async function leaveStep(why: Toast | null): Promise<Step> {
  const session = await readSession();
  await signOutHere();
  const email = why ? (session?.user.email ?? '') : '';
  return { name: 'credentials', email, isAgain: email !== '' };
}

/**
 * The step that is shown. A request that began in it checks `isLeft` when it is answered. Closing the dialog leaves the
 * credentials until it is opened again, because the form still waits for the same answer.
 */
function useStep(dialog: RefObject<HTMLDialogElement | null>) {
  const [step, setStep] = useState<Step>(start);
  const shown = useRef(step);
  const show = (next: Step) => {
    shown.current = next;
    setStep(next);
  };
  return { step, show, isLeft: () => step !== shown.current || !dialog.current?.open };
}

/** The steps of the login dialog, their order, and the effect of closing it early. */
export function useSignInSteps(dialog: RefObject<HTMLDialogElement | null>) {
  const { step, show, isLeft } = useStep(dialog);
  // A failure of the step before says nothing about the next one.
  const goToStep = (next: Step) => {
    dismissFailures();
    show(next);
  };
  const owesProof = useRef(false);
  const hasEntered = useRef(false);
  const goal = useRef('/admin');

  const enter = () => {
    owesProof.current = false;
    hasEntered.current = true;
    dialog.current?.close();
    void flashToast({ title: 'Welcome', text: 'Signed in successfully.', isBrief: true }).then(() =>
      location.assign(goal.current),
    );
  };

  /** Continues after a sign-in, to `to` in the end. */
  const onSignedIn = async (to = '/admin') => {
    const isDue = await isSecondFactorDue();
    // The step was left or the dialog closed while the answer was on its way: the person has changed their mind.
    if (isLeft()) return void signOutHere();
    if (sessionScope() === 'page') {
      // The dashboard is another page.
      void signOutHere();
      return showToast({
        title: 'Not signed in',
        text: 'This browser stores nothing for this site. Allow cookies and site data, and reload the page.',
        tone: 'danger',
      });
    }
    owesProof.current = isDue;
    goal.current = to;
    if (isDue) goToStep({ name: 'second-factor' });
    else enter();
  };
  const onLeave = async (why: Toast | null) => {
    owesProof.current = false;
    if (why) showToast(why);
    const credentials = await leaveStep(why);
    if (!isLeft()) show(credentials);
  };
  const onClose = () => {
    // An incomplete sign-in and its destination are dropped.
    if (owesProof.current) void signOutHere();
    if (!hasEntered.current) forgetNext();
    owesProof.current = false;
    if (step.name !== 'credentials') show(start);
  };
  return { step, goToStep, enter, onSignedIn, onLeave, onClose };
}
